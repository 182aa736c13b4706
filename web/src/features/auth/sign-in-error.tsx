import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Typography from '@mui/material/Typography'
import type { IdentityError, IdentityErrorCode } from '../../lib/identity/identity-error.ts'
import { errorWords } from './words.ts'

const detailed: readonly IdentityErrorCode[] = ['login_failed', 'failure_page', 'refused']

export function SignInError({ error }: { error: IdentityError }) {
  const detail = detailed.includes(error.code) ? error.detail : undefined
  const advice = errorWords[error.code]
  // Nothing failed: whoever was signed out only has to sign in.
  if (error.code === 'refused')
    return (
      <Alert severity="info" variant="outlined">
        {detail === undefined ? advice : asSentence(detail)}
      </Alert>
    )
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{error.message}</AlertTitle>
      {detail !== undefined && (
        <Typography variant="body2" sx={{ mb: advice ? 2 : 0, overflowWrap: 'anywhere' }}>
          {asSentence(detail)}
        </Typography>
      )}
      {advice}
    </Alert>
  )
}

/** Providers write as they like. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  const sentence = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
