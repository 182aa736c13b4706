import { brushed } from '../geometry/brush.ts'
import { untangled } from '../geometry/combine.ts'
import { simplified, simplifiedLine } from '../geometry/simplify.ts'
import type { DrawingTool } from './drawing-tool.ts'
import { tolerance } from './freehand-tool.ts'

export const brushTool: DrawingTool = {
  name: 'brush',
  isHeld: true,
  fewest: 1,
  figure: (places, { resolution, brush }) => {
    const stroke = brushed(simplifiedLine(places, tolerance * resolution), brush)
    return stroke && untangled(simplified(stroke.geometry, (tolerance / 4) * resolution))
  },
}
