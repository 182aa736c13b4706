import Alert from '@mui/material/Alert'
import { sentenceOf } from './mutations.ts'

/** Why the server would not, in the dialog that asked for it. */
export function Refusal({ error }: { error: Error | null }) {
  const sentence = sentenceOf(error)
  if (sentence === undefined) return null
  return (
    <Alert severity="error" variant="outlined" sx={{ mt: 3 }}>
      {sentence}
    </Alert>
  )
}
