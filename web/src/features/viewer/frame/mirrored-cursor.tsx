import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { toScreen } from '../../../engine/viewer/viewport.ts'
import { useWritten } from '../use-written.ts'
import { useWorkspace, useWorkspaceState } from '../viewer-context.tsx'

const arm = 12

interface MirroredCursorProps {
  pane: number
  view: SlideView
}

/** Where the pointer of another pane is on this one. */
export function MirroredCursor(props: MirroredCursorProps) {
  const isThere = useWorkspaceState((workspace) => workspace.mirroredCursors().has(props.pane))
  return isThere && <Cross {...props} />
}

function Cross({ pane, view }: MirroredCursorProps) {
  const workspace = useWorkspace()
  // It moves with the pointer, and with the picture under it.
  useWorkspaceState((each) => each.mirroredCursors().get(pane))
  const ref = useWritten<SVGSVGElement>(view, ['viewport', 'size'], (element) => {
    const cursor = workspace.mirroredCursors().get(pane)
    if (cursor === undefined) return
    const { x, y } = toScreen(view.viewport(), view.size(), cursor)
    const cross = `M${x - arm},${y}H${x + arm}M${x},${y - arm}V${y + arm}`
    for (const path of element.querySelectorAll('path')) path.setAttribute('d', cross)
  })
  return (
    <Box
      component="svg"
      ref={ref}
      aria-hidden
      data-mirrored-cursor
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
    >
      <path stroke="#FFFFFF" strokeWidth={4} />
      <path stroke="#6B2FA0" strokeWidth={2} />
    </Box>
  )
}
