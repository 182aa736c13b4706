import type { AnnotationGeometry, Position, Ring } from '@cresyl/contract/annotations/annotation-geometry'

/** With as few corners as keep every place within the tolerance, in pixels (Douglas and Peucker). */
export function simplified(geometry: AnnotationGeometry, tolerance: number): AnnotationGeometry {
  switch (geometry.type) {
    case 'LineString':
      return { ...geometry, coordinates: simplifiedLine(geometry.coordinates, tolerance) }
    case 'Polygon':
      return { ...geometry, coordinates: simplifiedRings(geometry.coordinates, tolerance) }
    case 'MultiPolygon':
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((rings) => simplifiedRings(rings, tolerance)),
      }
    default:
      return geometry
  }
}

const simplifiedRings = (rings: readonly Ring[], tolerance: number): Position[][] =>
  rings.map((ring) => simplifiedRing(ring, tolerance))

export function simplifiedLine(line: Ring, tolerance: number): Position[] {
  const kept = new Uint8Array(line.length)
  keep(line, 0, line.length - 1, tolerance, kept)
  return line.filter((_, at) => kept[at] === 1)
}

/** From the corner farthest from its first, so that both stay and no ring folds up; it keeps three corners at least. */
export function simplifiedRing(ring: Ring, tolerance: number): Position[] {
  const last = ring.length - 1
  const start = ring[0]
  if (start === undefined || last < 4) return [...ring]
  const farthest = ring.reduce(
    (best, corner, at) => (distance(corner, start) > distance(ring[best] ?? start, start) ? at : best),
    0,
  )
  const kept = new Uint8Array(ring.length)
  keep(ring, 0, farthest, tolerance, kept)
  keep(ring, farthest, last, tolerance, kept)
  const corners = ring.filter((_, at) => kept[at] === 1)
  return corners.length > 3 ? corners : [...ring]
}

function keep(line: Ring, from: number, to: number, tolerance: number, kept: Uint8Array): void {
  kept[from] = 1
  kept[to] = 1
  const parts: [number, number][] = [[from, to]]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [first, last] = part
    let farthest = 0
    let at = -1
    for (let next = first + 1; next < last; next += 1) {
      const away = distanceToSegment(line[next] as Position, line[first] as Position, line[last] as Position)
      if (away > farthest) [farthest, at] = [away, next]
    }
    if (farthest <= tolerance) continue
    kept[at] = 1
    parts.push([first, at], [at, last])
  }
}

const distance = (one: Position, other: Position) => Math.hypot(one[0] - other[0], one[1] - other[1])

export function distanceToSegment([x, y]: Position, from: Position, to: Position): number {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]]
  const square = alongX ** 2 + alongY ** 2
  const part = ((x - from[0]) * alongX + (y - from[1]) * alongY) / (square || 1)
  const within = Math.min(Math.max(part, 0), 1)
  return Math.hypot(x - from[0] - within * alongX, y - from[1] - within * alongY)
}
