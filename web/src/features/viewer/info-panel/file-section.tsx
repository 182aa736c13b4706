import type { Slide } from '@cresyl/contract/slides'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Check, Copy } from '../../../ui/icons.ts'
import { permissionReason } from '../../../ui/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type Fact, Facts, InfoSection, Note } from './info-section.tsx'
import { useFileOf } from './queries.ts'
import { words } from './words.ts'

const own = words.file

/** The file that the slide was read from; whoever may not read files learns how large it is. */
export function FileSection({ slide }: { slide: Slide }) {
  const mayRead = usePermission('read:files')
  const { data: file, error } = useFileOf(slide.file_id, mayRead)
  const rows: Fact[] = [
    ...(file ? [[own.name, <bdi key="name">{file.name}</bdi>] as const] : []),
    [own.size, own.exactSize(slide.size)],
    ...(file
      ? ([
          [own.origin, own.origins[file.origin]],
          [own.hash, file.hash === null ? own.noHash : <Hash key="hash" hash={file.hash} />],
        ] as const)
      : []),
  ]
  return (
    <InfoSection title={own.title}>
      <Stack sx={{ gap: 2, alignItems: 'stretch' }}>
        <Facts rows={rows} />
        {file && (
          <Link
            component={RouterLink}
            to={`/uploads?file=${file.id}`}
            variant="body2"
            sx={{ alignSelf: 'start', py: 0.75 }}
          >
            {own.open}
          </Link>
        )}
        {!mayRead && <Note>{permissionReason('read:files', own.deed)}</Note>}
        {error && <Note>{error.message}</Note>}
      </Stack>
    </InfoSection>
  )
}

function Hash({ hash }: { hash: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy

  async function copy() {
    const done = await copyText(hash)
    setCopied(done)
    if (!done) showToast(own.copyRefused, 'warning')
  }

  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box component="code" sx={{ flex: 1, minWidth: 0, fontSize: '0.75rem', overflowWrap: 'anywhere' }}>
        {hash}
      </Box>
      <Tooltip title={copied ? own.copied : own.copyHash} describeChild={false}>
        <IconButton
          size="small"
          aria-label={own.copyHash}
          onClick={copy}
          sx={{ mt: -1, width: 28, height: 28 }}
        >
          <Icon size={14} aria-hidden />
        </IconButton>
      </Tooltip>
      <VisuallyHidden role="status">{copied ? own.copied : ''}</VisuallyHidden>
    </Stack>
  )
}
