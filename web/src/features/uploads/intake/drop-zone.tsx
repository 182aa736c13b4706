import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { Upload } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'
import { FileButtons } from './file-buttons.tsx'

interface DropZoneProps {
  /** A bar above a list, or all that there is. */
  small: boolean
  /** Whether files are being dragged over the page. */
  over: boolean
  /** How many files have been found so far in folders that are being gone through. */
  found: number | null
  onChoose: (files: Iterable<File>) => void
}

/** Where to drop files. The whole page takes them: this says so, and has the buttons for those who don't drag. */
export const DropZone = memo(function DropZone({ small, over, found, onChoose }: DropZoneProps) {
  const frame = {
    border: '2px dashed',
    borderColor: over ? 'primary.main' : 'tokens.outline',
    borderRadius: 1,
    bgcolor: over ? 'tokens.accent' : 'background.paper',
  }
  const busy = found !== null
  const texts = (
    <Box sx={{ minWidth: 0, flex: small ? '1 1 260px' : undefined }}>
      <Typography variant={small ? 'h3' : 'h2'} component="h2">
        {over ? words.drop.over : small ? words.drop.more : words.drop.title}
      </Typography>
      <Typography color="textSecondary" variant={small ? 'body2' : 'body1'} role="status">
        {busy ? words.drop.reading(found) : over ? words.drop.overText : words.drop.accepted()}
      </Typography>
    </Box>
  )
  if (small) {
    return (
      <Stack direction="row" sx={{ ...frame, gap: 3, px: 4, py: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        {busy && <CircularProgress size={20} aria-hidden />}
        {texts}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <FileButtons onChoose={onChoose} prominent={false} />
        </Stack>
      </Stack>
    )
  }
  return (
    <Stack
      sx={{
        ...frame,
        gap: 3,
        px: 5,
        minHeight: { xs: 360, sm: 420 },
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 72,
          height: 72,
          borderRadius: '50%',
          bgcolor: over ? 'background.paper' : 'tokens.accent',
          color: 'primary.main',
        }}
      >
        {busy ? <CircularProgress size={32} /> : <Upload size={32} strokeWidth={1.75} />}
      </Box>
      {texts}
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
        <FileButtons onChoose={onChoose} prominent />
      </Stack>
    </Stack>
  )
})
