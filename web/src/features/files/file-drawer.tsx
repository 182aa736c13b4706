import type { File } from '@cresyl/contract/files'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { hasCode } from '../../lib/api/field-errors.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { X } from '../../ui/icons.ts'
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
  const titleId = useId()
  const { data, error, refetch } = useFile(id)
  const file = newerOf(data, known)
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 520 }, maxWidth: '100%', bgcolor: 'background.default' },
        },
      }}
    >
      <Stack
        direction="row"
        component="header"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          minHeight: 56,
          px: 4,
          gap: 2,
          alignItems: 'center',
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="h2" id={titleId} sx={{ flex: 1 }}>
          {words.details.title}
        </Typography>
        <Tooltip title={words.details.close} describeChild={false}>
          <IconButton edge="end" onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </Tooltip>
      </Stack>
      <Box sx={{ p: 4 }}>
        {file ? (
          <FileDetails file={file} actions={actions} sending={whoSends(file.id)} jobHref={jobHref} />
        ) : error ? (
          <NotShown error={error} onRetry={() => void refetch()} onClose={onClose} />
        ) : (
          <Waiting />
        )}
      </Box>
    </Drawer>
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
