import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useState } from 'react'

interface NumberFieldProps {
  /** Of the field, in full where what is seen is short. */
  name: string
  /** What is seen; nothing where the field stands beside its name. */
  label?: string
  value: number
  /** Digits after the point. */
  digits: number
  /** By which the arrow keys change it. */
  step: number
  width?: number | string
  onChange: (value: number) => void
}

/** A figure to type: taken with Enter or when one goes on, left as it was with Escape. */
export function NumberField({ name, label, value, digits, step, width, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)

  function take() {
    const typed = draft === null ? Number.NaN : numberIn(draft)
    setDraft(null)
    if (Number.isFinite(typed)) onChange(typed)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') take()
    if (event.key === 'Escape') setDraft(null)
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    setDraft(null)
    onChange(value + direction * step * (event.shiftKey ? 10 : 1))
  }

  return (
    <TextField
      {...(label !== undefined && { label })}
      size="small"
      value={draft ?? value.toFixed(digits)}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={take}
      onKeyDown={press}
      slotProps={{
        htmlInput: { 'aria-label': name, inputMode: 'decimal', autoComplete: 'off', maxLength: 24 },
        inputLabel: { shrink: true },
      }}
      sx={{
        width: width ?? '100%',
        '& input': { py: 1.25, px: 2, fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  )
}

function numberIn(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}
