import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ImagePlus } from '../frame/icons.ts'
import { PictureDrop } from './picture-drop.tsx'
import { type Size, scaledPicture } from './scaled-picture.ts'

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
  return (
    <Box role="group" aria-label={label}>
      <PictureDrop
        picture={value}
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        read={(file) => scaledPicture(file, box)}
        disabled={disabled}
        error={error}
        onPicture={onChange}
      >
        {({ choose, over, busy }) => (
          <Box
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
                loading={busy}
                startIcon={<ImagePlus size={16} aria-hidden />}
                onClick={choose}
              >
                {value === null ? 'Choose a picture' : 'Choose another'}
              </Button>
              {value !== null && (
                <Button color="inherit" disabled={disabled} onClick={() => onChange(null)}>
                  Remove
                </Button>
              )}
              <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 180px' }}>
                {hint}
              </Typography>
            </Stack>
          </Box>
        )}
      </PictureDrop>
    </Box>
  )
}
