import { ticketLimits } from '@cresyl/contract/api/limits'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { PictureDrop } from '../../ui/form/picture-drop.tsx'
import { scaledPicture } from '../../ui/form/scaled-picture.ts'
import { words } from './words.ts'

const box = { width: 2560, height: 1600 }
const read = (file: Blob) => scaledPicture(file, box, ticketLimits.screenshotBytes)

interface ScreenshotFieldProps {
  picture: string | null
  error: string | undefined
  onPicture: (picture: string | null) => void
}

/** A picture that the person gives: pasted anywhere in the form, dropped here, or chosen. */
export function ScreenshotField({ picture, error, onPicture }: ScreenshotFieldProps) {
  const own = words.help
  const [pasted, setPasted] = useState<string>()
  usePasted(async (file) => {
    try {
      onPicture(await read(file))
      setPasted(undefined)
    } catch (cause) {
      setPasted(cause instanceof Error ? cause.message : String(cause))
    }
  })
  return (
    <PictureDrop
      picture={picture}
      accept="image/png,image/jpeg,image/webp"
      read={read}
      disabled={false}
      error={pasted ?? error}
      onPicture={onPicture}
    >
      {({ choose, over, busy }) => (
        <Box
          sx={{
            p: 3,
            border: '1px dashed',
            borderColor: over ? 'primary.main' : 'tokens.outline',
            borderRadius: 1,
          }}
        >
          {picture === null ? (
            <Typography variant="body2" color="textSecondary">
              {own.screenshotHint}
            </Typography>
          ) : (
            <Box
              component="img"
              src={picture}
              alt={own.screenshotAlt}
              sx={{ display: 'block', maxWidth: '100%', maxHeight: 220, borderRadius: 1 }}
            />
          )}
          <Stack direction="row" sx={{ mt: 2, gap: 2 }}>
            <Button size="small" variant="outlined" loading={busy} onClick={choose}>
              {picture === null ? own.screenshotChoose : own.screenshotOther}
            </Button>
            {picture !== null && (
              <Button size="small" onClick={() => onPicture(null)}>
                {own.screenshotRemove}
              </Button>
            )}
          </Stack>
        </Box>
      )}
    </PictureDrop>
  )
}

function usePasted(take: (file: File) => Promise<void>) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file === undefined) return
      event.preventDefault()
      void latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
