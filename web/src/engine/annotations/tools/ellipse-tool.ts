import { ellipseIn } from '../geometry/frame.ts'
import { draggedFrame } from './dragged-frame.ts'
import type { DrawingTool } from './drawing-tool.ts'

export const ellipseTool: DrawingTool = {
  name: 'ellipse',
  isHeld: true,
  fewest: 2,
  figure: (places, around) => {
    const frame = draggedFrame(places, around)
    return frame && ellipseIn(frame)
  },
}
