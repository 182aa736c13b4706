import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { type Figure, untangled } from '../geometry/combine.ts'
import type { DrawingTool } from './drawing-tool.ts'

export const polygonTool: DrawingTool = {
  name: 'polygon',
  isHeld: false,
  fewest: 3,
  snaps: true,
  closes: true,
  figure: (places) => closedFigure(places),
}

/** A ring through all places; one that crosses itself becomes several. */
export function closedFigure(places: readonly Position[]): Figure | null {
  const [first] = places
  if (first === undefined || places.length < 3) return null
  const ring = [...places, first].map(([x, y]): Position => [x, y])
  const clean = untangled({ type: 'Polygon', coordinates: [ring] })
  const isPlain = clean?.geometry.type === 'Polygon' && clean.geometry.coordinates.length === 1
  // Places stay where they were set, unless the ring had to be taken apart.
  return isPlain ? { geometry: { type: 'Polygon', coordinates: [ring] }, shape: 'polygon' } : clean
}
