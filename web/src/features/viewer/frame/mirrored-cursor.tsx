import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { toScreen } from '../../../engine/viewer/viewport.ts'
import { useViewState, useWorkspaceState } from '../viewer-context.tsx'

const arm = 12

/** Where the pointer of another pane is on this one. */
export function MirroredCursor({ pane, view }: { pane: number; view: SlideView }) {
  const cursor = useWorkspaceState((workspace) => workspace.mirroredCursors().get(pane))
  const viewport = useViewState(view, 'viewport', () => view.viewport())
  const size = useViewState(view, 'size', () => view.size())
  if (cursor === undefined) return null
  const { x, y } = toScreen(viewport, size, cursor)
  const cross = `M${x - arm},${y}H${x + arm}M${x},${y - arm}V${y + arm}`
  return (
    <Box
      component="svg"
      aria-hidden
      data-mirrored-cursor
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
    >
      <path d={cross} stroke="#FFFFFF" strokeWidth={4} />
      <path d={cross} stroke="#6B2FA0" strokeWidth={2} />
    </Box>
  )
}
