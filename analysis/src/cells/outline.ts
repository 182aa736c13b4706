import type { Stamp } from './stamp.ts'

/** Points of a closed line in half pixels: x and y in turn. */
export interface HalfPixelRing {
  readonly points: Int32Array
  count: number
}

/** Room for the outline of anything that fits into a square of so many pixels. */
export const newRing = (side: number): HalfPixelRing => ({
  points: new Int32Array(side * side * 4),
  count: 0,
})

/** Steps right, down, left and up, and the pixels ahead to the left and to the right of a corner. */
const steps = [
  { x: 1, y: 0, leftX: 0, leftY: -1, rightX: 0, rightY: 0 },
  { x: 0, y: 1, leftX: 0, leftY: 0, rightX: -1, rightY: 0 },
  { x: -1, y: 0, leftX: -1, leftY: 0, rightX: -1, rightY: -1 },
  { x: 0, y: -1, leftX: -1, leftY: -1, rightX: 0, rightY: -1 },
] as const

/**
 * Follows the outer border of a thing whose pixels touch at their sides, clockwise from its first pixel by rows,
 * through the middles of the sides of pixels: steps along a slanted border become a straight line.
 */
export function traceOutline({ width, data }: Stamp, first: number, ring: HalfPixelRing): void {
  const startX = first % width
  const startY = (first - startX) / width
  let [x, y, direction] = [startX, startY, 0]
  let count = 0
  do {
    const step = steps[direction] as (typeof steps)[number]
    ring.points[2 * count] = 2 * x + step.x
    ring.points[2 * count + 1] = 2 * y + step.y
    count += 1
    x += step.x
    y += step.y
    if (!data[(y + step.rightY) * width + x + step.rightX]) direction = (direction + 1) % 4
    else if (data[(y + step.leftY) * width + x + step.leftX]) direction = (direction + 3) % 4
  } while (x !== startX || y !== startY || direction !== 0)
  ring.count = count
}

/** Which points stay is noted here; as long as a ring. */
export interface SimplifyRoom {
  readonly kept: Uint8Array
  readonly open: Int32Array
}

export const newSimplifyRoom = (side: number): SimplifyRoom => ({
  kept: new Uint8Array(side * side * 2 + 1),
  open: new Int32Array(side * side * 4),
})

/**
 * Leaves out points, in place, as long as the line stays within a tolerance in half pixels (Douglas and Peucker). Of
 * a closed line the first point and the one farthest from it stay in any case.
 */
export function simplifyOutline(ring: HalfPixelRing, tolerance: number, { kept, open }: SimplifyRoom): void {
  const { points, count } = ring
  if (count < 5) return
  kept.fill(0, 0, count + 1)
  const far = farthestFromFirst(points, count)
  kept[0] = 1
  kept[far] = 1
  let waiting = 0
  open[waiting++] = 0
  open[waiting++] = far
  open[waiting++] = far
  open[waiting++] = count
  while (waiting > 0) {
    const end = open[--waiting] as number
    const begin = open[--waiting] as number
    const worst = farthestBetween(points, count, begin, end, tolerance)
    if (worst < 0) continue
    kept[worst] = 1
    open[waiting++] = begin
    open[waiting++] = worst
    open[waiting++] = worst
    open[waiting++] = end
  }
  let left = 0
  for (let at = 0; at < count; at += 1) {
    if (!kept[at]) continue
    points[2 * left] = points[2 * at] as number
    points[2 * left + 1] = points[2 * at + 1] as number
    left += 1
  }
  ring.count = left
}

function farthestFromFirst(points: Int32Array, count: number): number {
  const [x, y] = [points[0] as number, points[1] as number]
  let [best, most] = [0, -1]
  for (let at = 1; at < count; at += 1) {
    const distance = ((points[2 * at] as number) - x) ** 2 + ((points[2 * at + 1] as number) - y) ** 2
    if (distance <= most) continue
    most = distance
    best = at
  }
  return best
}

/** The point that lies farthest from the line between two others; −1 where all are within the tolerance. */
function farthestBetween(
  points: Int32Array,
  count: number,
  begin: number,
  end: number,
  tolerance: number,
): number {
  const last = end % count
  const [x, y] = [points[2 * begin] as number, points[2 * begin + 1] as number]
  const [dx, dy] = [(points[2 * last] as number) - x, (points[2 * last + 1] as number) - y]
  const length = dx * dx + dy * dy
  // Whole numbers as long as the line has a length: the distance times its length, squared.
  let most = tolerance * tolerance * (length || 1)
  let worst = -1
  for (let at = begin + 1; at < end; at += 1) {
    const [px, py] = [(points[2 * at] as number) - x, (points[2 * at + 1] as number) - y]
    const across = length === 0 ? Math.sqrt(px * px + py * py) : px * dy - py * dx
    if (across * across <= most) continue
    most = across * across
    worst = at
  }
  return worst
}

/** Length of a closed line, in half pixels. */
export function lengthOf({ points, count }: HalfPixelRing): number {
  let sum = 0
  for (let at = 0; at < count; at += 1) {
    const next = at + 1 === count ? 0 : at + 1
    const dx = (points[2 * next] as number) - (points[2 * at] as number)
    const dy = (points[2 * next + 1] as number) - (points[2 * at + 1] as number)
    sum += Math.sqrt(dx * dx + dy * dy)
  }
  return sum
}

/** Area within a closed line that goes round clockwise, in quarters of a square pixel. */
export function areaWithin({ points, count }: HalfPixelRing): number {
  let sum = 0
  for (let at = 0; at < count; at += 1) {
    const next = at + 1 === count ? 0 : at + 1
    sum +=
      (points[2 * at] as number) * (points[2 * next + 1] as number) -
      (points[2 * next] as number) * (points[2 * at + 1] as number)
  }
  return sum / 2
}
