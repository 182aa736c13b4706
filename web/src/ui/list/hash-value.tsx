import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { copyText } from '../form/copy-text.ts'
import { Check, Copy } from '../frame/icons.ts'
import { VisuallyHidden } from '../frame/visually-hidden.tsx'
import { showToast } from '../toast/toast-store.ts'

const words = {
  hint: 'Of the whole file, the same as sha256sum gives.',
  copy: 'Copy SHA-256',
  copied: 'Copied',
  refused: 'The browser does not allow copying. Select the text and press Ctrl+C.',
}

/** The hash of a file, to compare or to take along, and what it is of. */
export function HashValue({ hash }: { hash: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy

  async function copy() {
    const done = await copyText(hash)
    setCopied(done)
    if (!done) showToast(words.refused, 'warning')
  }

  return (
    <>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <Box component="code" sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          {hash}
        </Box>
        <Tooltip title={copied ? words.copied : words.copy} describeChild={false}>
          <IconButton size="small" aria-label={words.copy} onClick={copy} sx={{ mt: -1 }}>
            <Icon size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {words.hint}
      </Typography>
      <VisuallyHidden role="status">{copied ? words.copied : ''}</VisuallyHidden>
    </>
  )
}
