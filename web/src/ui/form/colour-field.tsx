import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'

const complete = /^#[0-9a-f]{6}$/i

interface ColourFieldProps {
  label: string
  /** #RRGGBB, or what is typed of it so far; '' where none is chosen. */
  value: string
  /** The colour in use while none is chosen. */
  otherwise: string
  error?: string | undefined
  hint?: ReactNode
  disabled?: boolean
  onChange: (value: string) => void
}

/** A colour to type or to choose. */
export function ColourField({ label, value, otherwise, error, hint, disabled, onChange }: ColourFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
      placeholder={otherwise}
      error={error !== undefined}
      helperText={error ?? hint}
      disabled={disabled ?? false}
      fullWidth
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { maxLength: 7, spellCheck: false, autoComplete: 'off' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <ColourSwatch
                label={`Choose: ${label}`}
                value={complete.test(value) ? value : otherwise}
                disabled={disabled ?? false}
                onChange={onChange}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

interface ColourSwatchProps {
  label: string
  value: string
  disabled?: boolean
  onChange: (value: string) => void
}

/** The browser's own colour chooser as a square of the colour. */
export function ColourSwatch({ label, value, disabled, onChange }: ColourSwatchProps) {
  return (
    <Swatch
      type="color"
      aria-label={label}
      title={label}
      value={complete.test(value) ? value.toLowerCase() : '#808080'}
      disabled={disabled ?? false}
      onChange={(event) => onChange(event.target.value.toUpperCase())}
    />
  )
}

const Swatch = styled('input')(({ theme }) => ({
  width: 28,
  height: 28,
  flexShrink: 0,
  padding: 0,
  border: `1px solid ${theme.palette.tokens.outline}`,
  borderRadius: 6,
  background: 'none',
  cursor: 'pointer',
  '&:disabled': { cursor: 'not-allowed' },
  '&::-webkit-color-swatch-wrapper': { padding: 2 },
  '&::-webkit-color-swatch': { border: 'none', borderRadius: 4 },
  '&::-moz-color-swatch': { border: 'none', borderRadius: 4 },
}))
