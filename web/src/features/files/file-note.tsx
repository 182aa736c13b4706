import { fileStatusOf } from '@cresyl/contract/files/files'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { CircleX, Info } from '../../ui/frame/icons.ts'
import type { FileStanding } from './file-state.tsx'
import { asSentence, messageOf, whatToDo } from './what-to-do.ts'
import { words } from './words.ts'

/** Why it stands as it does, in full, and what to do about it; nothing where all is well. */
export function FileNote({ file, job, sending }: FileStanding) {
  const status = fileStatusOf(file)
  const isBad = status === 'failed' || status === 'unreadable'
  const advice = whatToDo(file)
  const sentences = [
    asSentence(messageOf(file)),
    asSentence(job?.stage ?? ''),
    status === 'uploading' && sending ? `${words.sending(sending)}.` : '',
  ].filter((sentence) => sentence !== '')
  if (sentences.length === 0 && advice === '') return null
  const progress = status === 'reading' ? (job?.progress ?? null) : null
  return (
    <Alert
      variant="outlined"
      severity={isBad ? 'error' : 'info'}
      icon={isBad ? <CircleX size={20} aria-hidden /> : <Info size={20} aria-hidden />}
      sx={{
        alignItems: 'flex-start',
        bgcolor: 'background.paper',
        '& .MuiAlert-message': { flex: 1, minWidth: 0 },
      }}
    >
      {sentences.map((sentence) => (
        <Typography
          key={sentence}
          dir="auto"
          sx={{
            color: 'text.primary',
            overflowWrap: 'anywhere',
            whiteSpace: 'pre-line',
          }}
        >
          {sentence}
        </Typography>
      ))}
      {progress !== null && (
        <LinearProgress
          variant="determinate"
          value={Math.floor(progress * 100)}
          aria-label={words.progressOf(file.name)}
          sx={{ my: 2, height: 6, borderRadius: 3, bgcolor: 'tokens.accent' }}
        />
      )}
      {advice !== '' && (
        <Typography
          color={sentences.length > 0 ? 'textSecondary' : 'textPrimary'}
          sx={{ '&:not(:first-of-type)': { mt: 1 } }}
        >
          {advice}
        </Typography>
      )}
    </Alert>
  )
}
