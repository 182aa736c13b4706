import type { DrawingTool } from './drawing-tool.ts'

export const pointTool: DrawingTool = {
  name: 'point',
  isHeld: false,
  fewest: 1,
  most: 1,
  figure: ([place]) =>
    place === undefined ? null : { geometry: { type: 'Point', coordinates: [...place] }, shape: 'point' },
}
