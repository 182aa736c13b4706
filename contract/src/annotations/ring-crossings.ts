import type { Position } from './annotation-geometry.ts'
import { edgeAfter, fillBuckets, type RingEdges } from './ring-edges.ts'

/** Pixels within which a corner counts as lying on an edge: computed corners are never exactly where they should be. */
const tolerance = 1 / 256
/** Pixels that edges may run along each other. */
const longestOverlap = 0.5

/** Pairs of edges that are compared at most: for each edge, and in any case. Each lies in few squares by their size. */
const work = { pairs: 400, squares: 24, least: 4_000_000 }

export type Crossing =
  | {
      readonly kind: 'crosses' | 'overlaps'
      readonly at: Position
      readonly rings: readonly [number, number]
    }
  | { readonly kind: 'intricate' }

/**
 * Where rings first cross or run along each other or themselves; touching at a point is fine. Edges are sorted into
 * squares about as large as they are long, and compared with those of the same square. What would take too long, such
 * as a hundred thousand spikes that meet in a point, is `intricate`.
 */
export function findCrossing(edges: RingEdges): Crossing | undefined {
  const { count } = edges
  const side = squareSide(edges)
  // Squares that share a bucket by chance cost a few comparisons: there may be any number of them.
  const buckets = 2 ** Math.ceil(Math.log2(count + 1))
  const filled = fillBuckets(count, buckets, work.least + work.squares * count, (edge, put) =>
    visitSquares(edges, edge, side, (column, row) =>
      put((Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77)) & (buckets - 1)),
    ),
  )
  if (filled === undefined) return { kind: 'intricate' }
  const { starts, members } = filled
  let left = work.least + work.pairs * count
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = starts[bucket] as number
    const to = starts[bucket + 1] as number
    left -= ((to - from) * (to - from - 1)) / 2
    if (left < 0) return { kind: 'intricate' }
    for (let one = from; one < to; one += 1) {
      const first = members[one] as number
      for (let other = one + 1; other < to; other += 1) {
        const second = members[other] as number
        if (first === second || areApart(edges, first, second)) continue
        const found = compare(edges, first, second)
        if (found) return found
      }
    }
  }
  return undefined
}

/** Twice as long as an edge is on average. */
function squareSide({ count, x0, y0, x1, y1 }: RingEdges): number {
  let length = 0
  for (let n = 0; n < count; n += 1)
    length +=
      Math.abs((x1[n] as number) - (x0[n] as number)) + Math.abs((y1[n] as number) - (y0[n] as number))
  return Math.max((2 * length) / count, 4 * tolerance)
}

/** Each square that the edge, and what lies within the tolerance of it, is in: row by row. */
function visitSquares(
  { x0, y0, x1, y1 }: RingEdges,
  edge: number,
  side: number,
  put: (column: number, row: number) => void,
): void {
  const isDown = (y0[edge] as number) <= (y1[edge] as number)
  const ax = (isDown ? x0[edge] : x1[edge]) as number
  const ay = (isDown ? y0[edge] : y1[edge]) as number
  const bx = (isDown ? x1[edge] : x0[edge]) as number
  const by = (isDown ? y1[edge] : y0[edge]) as number
  const firstRow = Math.floor((ay - tolerance) / side)
  const lastRow = Math.floor((by + tolerance) / side)
  const slope = by > ay ? (bx - ax) / (by - ay) : 0
  for (let row = firstRow; row <= lastRow; row += 1) {
    let from = Math.min(ax, bx)
    let to = Math.max(ax, bx)
    if (firstRow !== lastRow && by > ay) {
      const upper = ax + slope * (Math.min(by, Math.max(ay, row * side - tolerance)) - ay)
      const lower = ax + slope * (Math.min(by, Math.max(ay, (row + 1) * side + tolerance)) - ay)
      from = Math.min(upper, lower)
      to = Math.max(upper, lower)
    }
    const lastColumn = Math.floor((to + tolerance) / side)
    for (let column = Math.floor((from - tolerance) / side); column <= lastColumn; column += 1)
      put(column, row)
  }
}

/** Whether their boxes don't meet. */
function areApart({ x0, y0, x1, y1 }: RingEdges, one: number, other: number): boolean {
  const ax = x0[one] as number
  const bx = x1[one] as number
  const cx = x0[other] as number
  const dx = x1[other] as number
  if (Math.max(ax, bx) + tolerance < Math.min(cx, dx)) return true
  if (Math.max(cx, dx) + tolerance < Math.min(ax, bx)) return true
  const ay = y0[one] as number
  const by = y1[one] as number
  const cy = y0[other] as number
  const dy = y1[other] as number
  return Math.max(ay, by) + tolerance < Math.min(cy, dy) || Math.max(cy, dy) + tolerance < Math.min(ay, by)
}

/** Of two edges a–b and c–d. */
function compare(edges: RingEdges, one: number, other: number): Crossing | undefined {
  const { x0, y0, x1, y1, ring } = edges
  const ax = x0[one] as number
  const ay = y0[one] as number
  const bx = x1[one] as number
  const by = y1[one] as number
  const cx = x0[other] as number
  const cy = y0[other] as number
  const dx = x1[other] as number
  const dy = y1[other] as number
  const a = side(ax, ay, cx, cy, dx, dy)
  const b = side(bx, by, cx, cy, dx, dy)
  if (a * b > 0) return undefined
  const c = side(cx, cy, ax, ay, bx, by)
  const d = side(dx, dy, ax, ay, bx, by)
  if (c * d > 0) return undefined
  const rings = [ring[one] as number, ring[other] as number] as const
  const found = (kind: 'crosses' | 'overlaps', x: number, y: number): Crossing => ({
    kind,
    at: [x, y],
    rings,
  })

  if ((a === 0 && b === 0) || (c === 0 && d === 0)) {
    return overlapOf(ax, ay, bx, by, cx, cy, dx, dy) > longestOverlap ? found('overlaps', bx, by) : undefined
  }
  const [afterOne, afterOther] = [edgeAfter(edges, one), edgeAfter(edges, other)]
  if (afterOne === other || afterOther === one) return undefined
  if (a * b < 0 && c * d < 0) return found('crosses', ...meetingPoint(ax, ay, bx, by, cx, cy, dx, dy))

  // They touch. Each corner is looked at where its edge ends; what matters is where its ring goes on.
  const [ex, ey] = [x1[afterOne] as number, y1[afterOne] as number]
  const [fx, fy] = [x1[afterOther] as number, y1[afterOther] as number]
  if (isNear(bx, by, dx, dy)) {
    const isThrough =
      isBetween(bx, by, ax, ay, ex, ey, cx, cy) !== isBetween(bx, by, ax, ay, ex, ey, fx, fy) &&
      !sharesDirection(bx, by, [ax, ay, ex, ey], [cx, cy, fx, fy])
    return isThrough ? found('crosses', bx, by) : undefined
  }
  if (b === 0 && !isNear(bx, by, cx, cy) && a * side(ex, ey, cx, cy, dx, dy) < 0)
    return found('crosses', bx, by)
  if (d === 0 && !isNear(dx, dy, ax, ay) && c * side(fx, fy, ax, ay, bx, by) < 0)
    return found('crosses', dx, dy)
  return undefined
}

/** Of a point to a line: −1 to its left, 1 to its right, 0 within the tolerance. */
function side(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [ux, uy] = [bx - ax, by - ay]
  const cross = ux * (py - ay) - uy * (px - ax)
  const length = Math.sqrt(ux * ux + uy * uy)
  return cross > tolerance * length ? 1 : cross < -tolerance * length ? -1 : 0
}

const isNear = (px: number, py: number, qx: number, qy: number): boolean =>
  Math.abs(px - qx) <= tolerance && Math.abs(py - qy) <= tolerance

/** How far c–d runs along a–b. */
function overlapOf(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): number {
  const length = Math.hypot(bx - ax, by - ay)
  const along = (x: number, y: number) => ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
  const [c, d] = [along(cx, cy), along(dx, dy)]
  return Math.min(length, Math.max(c, d)) - Math.max(0, Math.min(c, d))
}

function meetingPoint(
  ...[ax, ay, bx, by, cx, cy, dx, dy]: [number, number, number, number, number, number, number, number]
): Position {
  const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
  const share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
  return [ax + share * (bx - ax), ay + share * (by - ay)]
}

/** Whether q, seen from p, lies in the angle from a on to b. */
function isBetween(
  ...[px, py, ax, ay, bx, by, qx, qy]: [number, number, number, number, number, number, number, number]
): boolean {
  const from = Math.atan2(ay - py, ax - px)
  const turn = (x: number, y: number) => {
    const angle = Math.atan2(y - py, x - px) - from
    return angle < 0 ? angle + 2 * Math.PI : angle
  }
  return turn(qx, qy) < turn(bx, by)
}

/** Whether one of the first edges goes the way of one of the others: those run along each other, which is no crossing. */
function sharesDirection(
  px: number,
  py: number,
  [ax, ay, bx, by]: [number, number, number, number],
  [cx, cy, dx, dy]: [number, number, number, number],
): boolean {
  const goesAlong = (x: number, y: number, u: number, v: number) =>
    side(u, v, px, py, x, y) === 0 && (x - px) * (u - px) + (y - py) * (v - py) > 0
  return (
    goesAlong(ax, ay, cx, cy) ||
    goesAlong(ax, ay, dx, dy) ||
    goesAlong(bx, by, cx, cy) ||
    goesAlong(bx, by, dx, dy)
  )
}
