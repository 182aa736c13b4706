import type { File } from '@cresyl/contract/files/files'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { CircleSlash, Download, RotateCcw, X } from '../../ui/frame/icons.ts'
import { HelpButton } from '../../ui/help/help-button.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import type { FileActions } from './use-file-actions.tsx'
import { messageOf } from './what-to-do.ts'
import { words } from './words.ts'

/** What can be done with a file, in its details. */
export function FileButtons({ file, actions }: { file: File; actions: FileActions }) {
  const { download, reread, giveUp, dismiss } = actions
  const dismissing = dismiss(file)
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      <GatedButton
        variant="outlined"
        startIcon={<Download size={16} aria-hidden />}
        reason={download.reason(file)}
        onClick={() => download.run(file)}
      >
        {words.download.action}
      </GatedButton>
      {file.state === 'stored' && (
        <GatedButton
          variant="outlined"
          startIcon={<RotateCcw size={16} aria-hidden />}
          reason={reread.reason(file)}
          onClick={() => reread.run(file)}
        >
          {words.reread.action}
        </GatedButton>
      )}
      {file.state === 'created' && (
        <GatedButton
          variant="outlined"
          color="error"
          startIcon={<CircleSlash size={16} aria-hidden />}
          reason={giveUp.reason(file)}
          onClick={() => giveUp.run(file)}
        >
          {words.giveUp.action}
        </GatedButton>
      )}
      {dismissing && (
        <Button variant="outlined" color="error" startIcon={<X size={16} aria-hidden />} onClick={dismissing}>
          {words.dismiss.action}
        </Button>
      )}
      <HelpButton about={aboutOf(file)} label={words.getHelp} />
    </Stack>
  )
}

function aboutOf(file: File) {
  const { id, job_id, slide_id, name } = file
  return {
    subject: words.reportOf(name),
    content: messageOf(file),
    fileId: id,
    ...(job_id !== null && { jobId: job_id }),
    ...(slide_id !== null && { slideId: slide_id }),
  }
}
