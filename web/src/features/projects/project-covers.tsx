import Box from '@mui/material/Box'
import type { LucideIcon } from 'lucide-react'
import { FolderOpen } from '../../ui/icons.ts'
import { SlideThumbnail } from '../../ui/slide-thumbnail.tsx'

/** In one line, side by side: the first fills the room where there are no others. */
const shown = 4
const height = 96

/** What a project looks like: its newest slides, or a sign where it has none. The name stands beside it. */
export function ProjectCovers({ imageIds }: { imageIds: readonly string[] }) {
  if (imageIds.length === 0) return <SignCover icon={FolderOpen} />
  const ids = imageIds.slice(0, shown)
  return (
    <Box
      aria-hidden
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: `repeat(${ids.length}, minmax(0, 1fr))` }}
    >
      {ids.map((id) => (
        <SlideThumbnail key={id} imageId={id} alt="" width="100%" height={height} />
      ))}
    </Box>
  )
}

/** One picture, for rows. */
export function ProjectCover({ imageIds, side }: { imageIds: readonly string[]; side: number }) {
  const [first] = imageIds
  if (first === undefined) return <SignCover icon={FolderOpen} side={side} />
  return (
    <Box aria-hidden>
      <SlideThumbnail imageId={first} alt="" width={side} />
    </Box>
  )
}

/** In place of pictures. */
export function SignCover({ icon: Icon, side }: { icon: LucideIcon; side?: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        flexShrink: 0,
        width: side ?? '100%',
        height: side ?? height,
        borderRadius: 0.5,
        bgcolor: 'background.default',
        color: 'text.secondary',
        border: 1,
        borderColor: 'divider',
      }}
    >
      <Icon size={side === undefined ? 24 : 18} strokeWidth={1.5} />
    </Box>
  )
}
