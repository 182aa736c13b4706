import type { JobWithLog } from '@cresyl/contract/jobs'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { Check, Copy, Download } from '../../ui/icons.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { logText } from './log-text.ts'
import { words } from './words.ts'

/** To take a log along: onto the clipboard, or as a file. */
export function JobLogTools({ job: { id, kind, log } }: { job: JobWithLog }) {
  const [copied, setCopied] = useState(false)
  const CopyIcon = copied ? Check : Copy

  async function copy() {
    const done = await copyText(logText(log))
    setCopied(done)
    if (!done) showToast(words.log.copyRefused, 'warning')
  }

  return (
    <>
      <Button size="small" startIcon={<CopyIcon size={16} aria-hidden />} onClick={copy}>
        {copied ? words.log.copied : words.log.copy}
      </Button>
      <Button
        size="small"
        startIcon={<Download size={16} aria-hidden />}
        onClick={() => downloadText(words.log.fileName(kind, id), logText(log))}
      >
        {words.log.download}
      </Button>
      <VisuallyHidden role="status">{copied ? words.log.copied : ''}</VisuallyHidden>
    </>
  )
}

function downloadText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser may not have begun to read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
