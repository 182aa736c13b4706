import { simplifiedLine } from '../geometry/simplify.ts'
import type { DrawingTool } from './drawing-tool.ts'
import { closedFigure } from './polygon-tool.ts'

/** CSS pixels that an outline drawn by hand may be off: less than a line is broad. */
export const tolerance = 0.75

export const freehandTool: DrawingTool = {
  name: 'freehand',
  isHeld: true,
  fewest: 3,
  figure: (places, { resolution }) => closedFigure(simplifiedLine(places, tolerance * resolution)),
}
