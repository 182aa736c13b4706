import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { Check, Copy } from '../../ui/icons.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { words } from './words.ts'

/** The hash of a file to compare or take along, and what it is. */
export function HashValue({ hash }: { hash: string }) {
  const [copied, setCopied] = useState(false)
  const own = words.details
  const Icon = copied ? Check : Copy

  async function copy() {
    const done = await copyText(hash)
    setCopied(done)
    if (!done) showToast(own.copyRefused, 'warning')
  }

  return (
    <>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <Box component="code" sx={{ flex: 1, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          {hash}
        </Box>
        <Tooltip title={copied ? own.copied : own.copyHash} describeChild={false}>
          <IconButton size="small" aria-label={own.copyHash} onClick={copy} sx={{ mt: -1 }}>
            <Icon size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      </Stack>
      <VisuallyHidden role="status">{copied ? own.copied : ''}</VisuallyHidden>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {own.hashHint}
      </Typography>
    </>
  )
}
