import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Typography from '@mui/material/Typography'
import type { IdentityError } from '../../lib/identity/identity-error.ts'
import { errorWords } from './words.ts'

export function SignInError({ error }: { error: IdentityError }) {
  const detail = error.code === 'login_failed' || error.code === 'refused' ? error.detail : undefined
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{error.message}</AlertTitle>
      {detail !== undefined && (
        <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {asSentence(detail)}
        </Typography>
      )}
      {errorWords[error.code]}
    </Alert>
  )
}

/** Providers write as they like. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  const sentence = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
