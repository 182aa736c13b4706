import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { copyText } from '../../../ui/form/copy-text.ts'
import { Check, Copy, Pencil, Trash2 } from '../../../ui/frame/icons.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'
import type { DraftSums } from './draft-sums.ts'

interface BatchErrorsProps {
  drafts: readonly Upload[]
  sums: DraftSums
}

/** Every reason why files of the batch can't be uploaded, and the ways out for all of them at once. */
export function BatchErrors({ drafts, sums: { check, suggestions } }: BatchErrorsProps) {
  const uploader = useUploader()
  const text = check.errors.join('\n')

  function rename() {
    for (const { key, name } of suggestions) uploader.change(key, { name })
  }

  function remove() {
    const faulty = drafts.filter(({ errors }) => errors.length > 0)
    uploader.remove(...faulty.map(({ key }) => key))
  }

  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle>{words.errors.title(check.errorCount)}</AlertTitle>
      <Box
        role="region"
        aria-label={words.errors.list}
        tabIndex={0}
        sx={{
          maxHeight: 160,
          overflowY: 'auto',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
          userSelect: 'text',
        }}
      >
        {text}
      </Box>
      <Stack direction="row" sx={{ gap: 2, mt: 3, flexWrap: 'wrap' }}>
        {suggestions.length > 0 && (
          <Button
            size="small"
            variant="contained"
            startIcon={<Pencil size={16} aria-hidden />}
            onClick={rename}
          >
            {words.errors.suggested(suggestions.length)}
          </Button>
        )}
        <Button size="small" variant="outlined" startIcon={<Trash2 size={16} aria-hidden />} onClick={remove}>
          {words.errors.remove}
        </Button>
        <CopyButton text={text} />
      </Stack>
    </Alert>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text
  const Icon = isCopied ? Check : Copy
  async function copy() {
    if (await copyText(text)) setCopied(text)
    else showToast(words.errors.copyFailed, 'error')
  }
  return (
    <Button size="small" variant="outlined" startIcon={<Icon size={16} aria-hidden />} onClick={copy}>
      {isCopied ? words.errors.copied : words.errors.copy}
    </Button>
  )
}
