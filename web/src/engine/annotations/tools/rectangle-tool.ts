import { rectangleIn } from '../geometry/frame.ts'
import { draggedFrame } from './dragged-frame.ts'
import type { DrawingTool } from './drawing-tool.ts'

export const rectangleTool: DrawingTool = {
  name: 'rectangle',
  isHeld: true,
  fewest: 2,
  figure: (places, around) => {
    const frame = draggedFrame(places, around)
    return frame && rectangleIn(frame)
  },
}
