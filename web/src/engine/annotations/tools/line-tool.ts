import type { DrawingTool } from './drawing-tool.ts'

export const lineTool: DrawingTool = {
  name: 'line',
  isHeld: false,
  strokes: true,
  fewest: 2,
  snaps: true,
  figure: (places) =>
    places.length < 2
      ? null
      : { geometry: { type: 'LineString', coordinates: places.map(([x, y]) => [x, y]) }, shape: 'line' },
}
