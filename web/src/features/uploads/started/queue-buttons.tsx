import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { memo, useState } from 'react'
import type { UploadTotals } from '../../../engine/uploads/upload.ts'
import { isAllPaused } from '../../../engine/uploads/upload-totals.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { CheckCheck, Pause, Play, RotateCcw, X } from '../../../ui/frame/icons.ts'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'

type QueueButtonsProps = UploadTotals['counts'] & Pick<UploadTotals, 'paused' | 'busy'>

/** What can be done with all uploads at once. */
export const QueueButtons = memo(function QueueButtons({ paused, busy, ...counts }: QueueButtonsProps) {
  const uploader = useUploader()
  const [asking, setAsking] = useState(false)
  const { waiting, starting, sending, finishing, completed, cancelled, failed } = counts
  const unfinished = waiting + starting + sending + finishing

  function retryFailed() {
    const ended = uploader.list().filter(({ stage }) => stage === 'failed')
    uploader.retry(...ended.map(({ key }) => key))
  }

  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      {unfinished > finishing && !isAllPaused({ counts, paused }) && (
        <Button
          variant="outlined"
          startIcon={<Pause size={16} aria-hidden />}
          onClick={() => uploader.pauseAll()}
        >
          {words.summary.pauseAll}
        </Button>
      )}
      {paused > 0 && (
        <Button
          variant="contained"
          startIcon={<Play size={16} aria-hidden />}
          onClick={() => uploader.resumeAll()}
        >
          {words.summary.resumeAll}
        </Button>
      )}
      {failed > 0 && (
        <Button variant="outlined" startIcon={<RotateCcw size={16} aria-hidden />} onClick={retryFailed}>
          {words.summary.retryFailed(failed)}
        </Button>
      )}
      {completed + cancelled > 0 && (
        <Button
          variant="outlined"
          startIcon={<CheckCheck size={16} aria-hidden />}
          onClick={() => uploader.removeAll(['completed', 'cancelled'])}
        >
          {words.summary.clear}
        </Button>
      )}
      {busy && (
        <Button
          variant="outlined"
          color="error"
          startIcon={<X size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {words.summary.cancelAll}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={words.cancelAll.title}
          confirmLabel={words.cancelAll.confirm}
          cancelLabel={words.cancelAll.keep}
          onConfirm={() => {
            setAsking(false)
            void uploader.cancelAll()
          }}
          onClose={() => setAsking(false)}
        >
          {words.cancelAll.text(unfinished)}
        </ConfirmDialog>
      )}
    </Stack>
  )
})
