import type { DrawingTool } from './drawing-tool.ts'

/** What looks like the places that were pointed at, and hangs together with them. */
export const wandTool: DrawingTool = {
  name: 'wand',
  isHeld: true,
  fewest: 1,
  looksAtPicture: true,
  figure: (places, { grow }) => grow(places),
}
