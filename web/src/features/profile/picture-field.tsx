import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type DragEvent, useRef, useState } from 'react'
import { ImagePlus, Trash2 } from '../../ui/icons.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { pictureTypes, squarePicture } from './square-picture.ts'
import { words } from './words.ts'

interface PictureFieldProps {
  name: string
  /** An address, or a data: URL of one that was just chosen. */
  picture: string | null
  readOnly: boolean
  onChange: (picture: string | null) => void
}

export function PictureField({ name, picture, readOnly, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [error, setError] = useState<string>()

  async function take(file: File | undefined) {
    if (!file || busy) return
    setBusy(true)
    setError(undefined)
    try {
      onChange(await squarePicture(file))
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : words.picture.unreadable)
    } finally {
      setBusy(false)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!readOnly) void take(event.dataTransfer.files[0])
  }

  return (
    <Box
      onDragOver={(event) => {
        // Also where it is not taken: the browser would leave the page for the file.
        event.preventDefault()
        setOver(!readOnly)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
        <Box
          sx={{
            borderRadius: '50%',
            outline: '2px solid',
            outlineOffset: 2,
            outlineColor: over ? 'primary.main' : 'transparent',
          }}
        >
          <PersonAvatar name={name} picture={picture} size={72} />
          <VisuallyHidden>{picture ? words.picture.preview : words.picture.none}</VisuallyHidden>
        </Box>
        {!readOnly && (
          <Box sx={{ minWidth: 0 }}>
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
              <Button
                variant="outlined"
                size="small"
                loading={busy}
                startIcon={<ImagePlus size={16} aria-hidden />}
                onClick={() => input.current?.click()}
              >
                {picture ? words.picture.replace : words.picture.choose}
              </Button>
              {picture && (
                <Button
                  size="small"
                  startIcon={<Trash2 size={16} aria-hidden />}
                  onClick={() => onChange(null)}
                >
                  {words.picture.remove}
                </Button>
              )}
            </Stack>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
              {words.picture.hint}
            </Typography>
          </Box>
        )}
      </Stack>
      {error && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </Box>
  )
}
