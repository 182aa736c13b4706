import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { useSlide } from '../slide/use-slide.ts'
import { useWorkspace, useWorkspaceState } from '../viewer-context.tsx'
import { hasSlide, slideIn } from './dragged-slide.ts'
import { Middle } from './opening.tsx'
import { PaneImage } from './pane-image.tsx'
import type { Beginning } from './use-kept-view.ts'
import { words } from './words.ts'

interface PaneProps {
  pane: number
  /** Whether nothing but images is to be seen. */
  isPlain: boolean
  /** Whether others look on: they see how large things are. */
  isPresenting: boolean
  /** How a pane begins by the link that was opened; undefined where it doesn't say. */
  linked: (pane: number, imageId: string) => Beginning | undefined
  /** Over the image while the pane is in use. */
  corner: ReactNode
  onOpen: (pane: number, content: PaneContent | null) => void
}

/** One of the panes: an image, or the place for one. */
export function Pane({ pane, isPlain, isPresenting, linked, corner, onOpen }: PaneProps) {
  const workspace = useWorkspace()
  const content = useWorkspaceState((each) => each.contents()[pane] ?? null)
  const several = useWorkspaceState((each) => each.contents().length > 1)
  const isActive = useWorkspaceState((each) => each.active() === pane)
  const { data: slide } = useSlide(content?.slideId)
  const drop = useDrop((dropped) => onOpen(pane, dropped))
  const label = words.panes.label(pane + 1)
  return (
    <Box
      role="region"
      aria-label={slide ? `${label}: ${slide.name}` : label}
      aria-current={several && isActive}
      tabIndex={0}
      data-pane={pane}
      onPointerDownCapture={() => workspace.setActive(pane)}
      onFocus={() => workspace.setActive(pane)}
      {...drop.target}
      sx={{
        position: 'relative',
        minWidth: 0,
        minHeight: 0,
        overflow: 'hidden',
        container: 'pane / size',
        bgcolor: 'background.default',
        '&:focus-visible': { outlineOffset: '-2px !important' },
      }}
    >
      {content ? (
        <PaneImage
          key={content.imageId}
          pane={pane}
          content={content}
          slide={slide}
          isPlain={isPlain}
          isPresenting={isPresenting}
          isNamed={several}
          linked={linked(pane, content.imageId)}
          onOpen={(next) => onOpen(pane, next)}
        />
      ) : (
        <EmptyPane />
      )}
      {content && isActive && !isPlain && corner}
      {several && isActive && !isPlain && <Outline />}
      {drop.isOver && <DropHere />}
    </Box>
  )
}

function EmptyPane() {
  return (
    <Middle>
      <Typography variant="h2">{words.panes.empty.title}</Typography>
      <Typography color="textSecondary">{words.panes.empty.text}</Typography>
    </Middle>
  )
}

function Outline() {
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        border: 2,
        borderColor: 'primary.main',
        pointerEvents: 'none',
      }}
    />
  )
}

function DropHere() {
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 8,
        display: 'grid',
        placeItems: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderColor: 'primary.main',
        borderRadius: 1,
        bgcolor: 'rgb(107 47 160 / 0.12)',
        pointerEvents: 'none',
      }}
    >
      <Box sx={{ px: 3, py: 2, borderRadius: 1, bgcolor: 'background.paper', fontWeight: 600 }}>
        {words.panes.drop}
      </Box>
    </Box>
  )
}

/** Takes slides of the tray, and nothing else. */
function useDrop(onSlide: (content: PaneContent) => void) {
  const [isOver, setOver] = useState(false)
  const target = {
    onDragOver(event: DragEvent) {
      if (!hasSlide(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      const to = event.relatedTarget
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
    },
    onDrop(event: DragEvent) {
      setOver(false)
      const content = slideIn(event.dataTransfer)
      if (!content) return
      event.preventDefault()
      onSlide(content)
    },
  }
  return { isOver, target }
}
