import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { PictureDrop } from '../../ui/form/picture-drop.tsx'
import { ImagePlus, Trash2 } from '../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
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
  return (
    <PictureDrop
      picture={picture}
      accept={pictureTypes}
      read={squarePicture}
      disabled={readOnly}
      onPicture={onChange}
    >
      {({ choose, over, busy }) => (
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
                  onClick={choose}
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
      )}
    </PictureDrop>
  )
}
