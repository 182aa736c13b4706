import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { Check, Copy } from '../frame/icons.ts'
import { VisuallyHidden } from '../frame/visually-hidden.tsx'
import { copyText } from './copy-text.ts'

interface CopyFieldProps {
  label: string
  value: string
  /** What to know about it, under the field. */
  hint?: string
  onCopied?: () => void
}

/** Text to take along: a field to select from and a button that copies it and says so. */
export function CopyField({ label, value, hint, onCopied }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')

  async function copy() {
    const copied = await copyText(value)
    setState(copied ? 'copied' : 'refused')
    if (copied) onCopied?.()
    else input.current?.select()
  }

  const copied = state === 'copied'
  const Icon = copied ? Check : Copy
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: { sm: 'flex-start' } }}>
      <TextField
        label={label}
        value={value}
        fullWidth
        inputRef={input}
        onFocus={(event) => event.target.select()}
        onCopy={() => onCopied?.()}
        helperText={
          state === 'refused' ? 'The browser blocked copying. The text is selected: press Ctrl+C.' : hint
        }
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false },
          input: { sx: { fontFamily: 'monospace', fontSize: '0.8125rem' } },
        }}
      />
      <Button
        variant={copied ? 'outlined' : 'contained'}
        onClick={copy}
        startIcon={<Icon size={16} aria-hidden />}
        sx={{ minWidth: 112, minHeight: { sm: 56 }, flexShrink: 0 }}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <VisuallyHidden role="status">{copied ? `${label}: copied` : ''}</VisuallyHidden>
    </Stack>
  )
}
