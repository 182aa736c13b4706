import type { AnnotationGeometry, Position } from '@cresyl/contract/annotations/annotation-geometry'

export const square = (x: number, y: number, side: number): AnnotationGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
      [x, y],
    ],
  ],
})

/** A ring around a place whose corners lie at random distances: it never crosses itself. */
export function star(
  random: () => number,
  corners: number,
  center: Position,
  most: number,
): AnnotationGeometry {
  const ring = Array.from({ length: corners }, (_, at): Position => {
    const angle = (2 * Math.PI * at) / corners
    const distance = most * (0.3 + 0.7 * random())
    return [center[0] + distance * Math.cos(angle), center[1] + distance * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] }
}
