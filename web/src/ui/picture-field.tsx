import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { ImagePlus } from './icons.ts'
import { type Size, scaledPicture, unreadablePicture } from './scaled-picture.ts'

interface PictureFieldProps {
  label: string
  hint: string
  /** An address or a data: URL; null where there is none. */
  value: string | null
  /** Larger pictures are made to fit. */
  box: Size
  disabled?: boolean
  error?: string | undefined
  /** How the picture looks where it will stand. */
  preview: ReactNode
  onChange: (value: string | null) => void
}

/** A picture to choose or to drop here. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, value, box, disabled = false, error, preview, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function take(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    try {
      onChange(await scaledPicture(file, box))
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : unreadablePicture)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }

  const fault = problem ?? error
  return (
    <Box role="group" aria-label={label}>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          p: 4,
          border: '1px dashed',
          borderColor: over ? 'primary.main' : 'tokens.outline',
          borderRadius: 1,
          bgcolor: over ? 'tokens.accent' : 'transparent',
        }}
      >
        {value !== null && <Box sx={{ mb: 4 }}>{preview}</Box>}
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Button
            variant="outlined"
            disabled={disabled}
            startIcon={<ImagePlus size={16} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {value === null ? 'Choose a picture' : 'Choose another'}
          </Button>
          {value !== null && (
            <Button
              color="inherit"
              disabled={disabled}
              onClick={() => {
                setProblem(undefined)
                onChange(null)
              }}
            >
              Remove
            </Button>
          )}
          <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 180px' }}>
            {hint}
          </Typography>
        </Stack>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          hidden
          onChange={(event) => {
            take(event.target.files?.[0])
            // Choosing the same file again must be noticed too.
            event.target.value = ''
          }}
        />
      </Box>
      {fault && (
        <FormHelperText error role="alert">
          {fault}
        </FormHelperText>
      )}
    </Box>
  )
}
