import type { File } from '@cresyl/contract/files/files'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { hasCode } from '../../lib/api/field-errors.ts'
import { SideDrawer } from '../../ui/frame/side-drawer.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { FileDetails } from './file-details.tsx'
import { useFile } from './queries.ts'
import type { Sending } from './sending.ts'
import type { FileActions } from './use-file-actions.tsx'
import { words } from './words.ts'

interface FileDrawerProps {
  id: string
  /** What the list knows of it. */
  known: File | undefined
  actions: FileActions
  whoSends: (fileId: string) => Sending | undefined
  jobHref: (jobId: string) => string
  onClose: () => void
}

/** Over the list: one file with all that is known of it. */
export function FileDrawer({ id, known, actions, whoSends, jobHref, onClose }: FileDrawerProps) {
  const { data, error, refetch } = useFile(id)
  const file = newerOf(data, known)
  return (
    <SideDrawer title={words.details.title} closeLabel={words.details.close} onClose={onClose}>
      <Box sx={{ p: 4 }}>
        {file ? (
          <FileDetails file={file} actions={actions} sending={whoSends(file.id)} jobHref={jobHref} />
        ) : error ? (
          <NotShown error={error} onRetry={() => void refetch()} onClose={onClose} />
        ) : (
          <Waiting />
        )}
      </Box>
    </SideDrawer>
  )
}

/** The list and the file are asked for apart: whichever knows more is shown. */
function newerOf(one: File | undefined, other: File | undefined): File | undefined {
  if (!one || !other) return one ?? other
  return other.version > one.version ? other : one
}

function NotShown({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const own = words.details
  const gone = hasCode(error, 'not_found', 'invalid_input')
  return (
    <ErrorState
      title={gone ? own.goneTitle : own.failedTitle}
      message={gone ? own.gone : error.message}
      {...(!gone && { onRetry })}
    >
      <Button variant="outlined" onClick={onClose}>
        {own.back}
      </Button>
    </ErrorState>
  )
}

function Waiting() {
  return (
    <Box role="status" aria-label={words.details.loading}>
      <Skeleton width="70%" height={32} />
      <Skeleton variant="rounded" height={200} sx={{ my: 3 }} />
      <Skeleton height={160} />
    </Box>
  )
}
