import { type Buckets, fillBuckets, type RingEdges } from './ring-edges.ts'

const work = { strips: 24, looks: 400, least: 4_000_000 }

/**
 * Which larger rings each ring lies in, of rings that don't cross: then a point inside of it tells. Undefined where
 * that would take too long.
 */
export function findSurrounding(edges: RingEdges, areas: readonly number[]): Set<number>[] | undefined {
  const strips = stripsOf(edges)
  if (strips === undefined) return undefined
  let left = work.least + work.looks * edges.count
  const surrounding: Set<number>[] = []
  for (let ring = 0; ring < areas.length; ring += 1) {
    const [x, y] = pointInside(edges, ring)
    const { starts, members } = strips.buckets
    const strip = strips.at(y)
    const [from, to] = [starts[strip] as number, starts[strip + 1] as number]
    left -= to - from
    if (left < 0) return undefined
    const around = new Set<number>()
    for (let at = from; at < to; at += 1) {
      const edge = members[at] as number
      if (!isLeftOf(edges, edge, x, y)) continue
      const other = edges.ring[edge] as number
      if (!around.delete(other)) around.add(other)
    }
    const isLarger = (other: number) => (areas[other] as number) > (areas[ring] as number)
    surrounding.push(new Set([...around].filter((other) => other !== ring && isLarger(other))))
  }
  return surrounding
}

interface Strips {
  buckets: Buckets
  at(y: number): number
}

/** Edges by the height at which they are. */
function stripsOf({ count, y0, y1 }: RingEdges): Strips | undefined {
  let [top, bottom] = [Infinity, -Infinity]
  for (let n = 0; n < count; n += 1) {
    top = Math.min(top, y0[n] as number)
    bottom = Math.max(bottom, y0[n] as number)
  }
  const strips = Math.max(1, Math.min(16_384, count >> 4))
  const height = Math.max(bottom - top, Number.MIN_VALUE) / strips
  const at = (y: number) => Math.min(strips - 1, Math.max(0, Math.floor((y - top) / height)))
  const buckets = fillBuckets(count, strips, work.least + work.strips * count, (edge, put) => {
    const [a, b] = [y0[edge] as number, y1[edge] as number]
    const last = at(Math.max(a, b))
    for (let strip = at(Math.min(a, b)); strip <= last; strip += 1) put(strip)
  })
  return buckets && { buckets, at }
}

/** Whether a ray from the point to the left meets the edge. */
function isLeftOf({ x0, y0, x1, y1 }: RingEdges, edge: number, x: number, y: number): boolean {
  const [ay, by] = [y0[edge] as number, y1[edge] as number]
  if (ay > y === by > y) return false
  const [ax, bx] = [x0[edge] as number, x1[edge] as number]
  return ax + ((y - ay) / (by - ay)) * (bx - ax) < x
}

/** A point inside of the ring: half-way between the first two of its edges at a height where it has no corner. */
function pointInside({ x0, y0, x1, y1, starts }: RingEdges, ring: number): [number, number] {
  const [from, to] = [starts[ring] as number, starts[ring + 1] as number]
  let [lowest, next] = [Infinity, Infinity]
  for (let edge = from; edge < to; edge += 1) {
    const y = y0[edge] as number
    if (y < lowest) [lowest, next] = [y, lowest]
    else if (y > lowest && y < next) next = y
  }
  const y = (lowest + next) / 2
  const meets: number[] = []
  for (let edge = from; edge < to; edge += 1) {
    const [ay, by] = [y0[edge] as number, y1[edge] as number]
    if (ay > y === by > y) continue
    const [ax, bx] = [x0[edge] as number, x1[edge] as number]
    meets.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  }
  meets.sort((a, b) => a - b)
  return [((meets[0] ?? 0) + (meets[1] ?? 0)) / 2, y]
}
