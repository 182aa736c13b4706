import type { Project } from '@cresyl/contract/lab/projects'
import Box from '@mui/material/Box'
import type { LucideIcon } from 'lucide-react'
import { FolderOpen } from '../../ui/frame/icons.ts'
import { SlideThumbnail } from '../../ui/slide/slide-thumbnail.tsx'

/** In one line, side by side: the first fills the room where there are no others. */
const shown = 4
const height = 96

export type Covered = Pick<Project, 'cover_image_ids' | 'virtual_cover_ids'>

interface CoverProps {
  project: Covered
  /** Where it has no slides. */
  icon?: LucideIcon
}

/** What a project looks like: its newest slides, or a sign where it has none. The name stands beside it. */
export function ProjectCovers({ project, icon = FolderOpen }: CoverProps) {
  const ids = project.cover_image_ids.slice(0, shown)
  if (ids.length === 0) return <SignCover icon={icon} />
  return (
    <Box
      aria-hidden
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: `repeat(${ids.length}, minmax(0, 1fr))` }}
    >
      {ids.map((id) => (
        <SlideThumbnail
          key={id}
          imageId={id}
          alt=""
          width="100%"
          height={height}
          isVirtual={project.virtual_cover_ids.includes(id)}
        />
      ))}
    </Box>
  )
}

/** One picture, for rows. */
export function ProjectCover({ project, icon = FolderOpen, side }: CoverProps & { side: number }) {
  const [first] = project.cover_image_ids
  if (first === undefined) return <SignCover icon={icon} side={side} />
  return (
    <Box aria-hidden>
      <SlideThumbnail
        imageId={first}
        alt=""
        width={side}
        isVirtual={project.virtual_cover_ids.includes(first)}
      />
    </Box>
  )
}

/** In place of pictures. */
function SignCover({ icon: Icon, side }: { icon: LucideIcon; side?: number }) {
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
