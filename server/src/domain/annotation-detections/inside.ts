import {
  type AnnotationGeometry,
  boxOf,
  type Position,
  polygonsOf,
} from '@cresyl/contract/annotation-geometry'

/** Rows of edges that are looked through for one place: a few of thousands. */
const bands = 512

/** Tells whether places lie in the polygons of a geometry; holes are outside. */
export function insideOf(geometry: AnnotationGeometry): (x: number, y: number) => boolean {
  const { minY, maxY } = boxOf(geometry)
  const height = Math.max(Number.MIN_VALUE, (maxY - minY) / bands)
  const bandOf = (y: number) => Math.min(bands - 1, Math.max(0, Math.floor((y - minY) / height)))
  const edges: number[][] = Array.from({ length: bands }, () => [])
  for (const ring of polygonsOf(geometry).flat()) {
    for (let n = 1; n < ring.length; n += 1) {
      const [[x0, y0], [x1, y1]] = [ring[n - 1] as Position, ring[n] as Position]
      if (y0 === y1) continue
      const last = bandOf(Math.max(y0, y1))
      for (let band = bandOf(Math.min(y0, y1)); band <= last; band += 1) edges[band]?.push(x0, y0, x1, y1)
    }
  }
  return (x, y) => {
    if (y < minY || y > maxY) return false
    const near = edges[bandOf(y)] ?? []
    let isInside = false
    // By the number of edges that a ray to the right crosses.
    for (let n = 0; n < near.length; n += 4) {
      const [x0, y0, x1, y1] = [near[n], near[n + 1], near[n + 2], near[n + 3]] as [
        number,
        number,
        number,
        number,
      ]
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside
    }
    return isInside
  }
}
