import type { HalfPixelRing } from './outline.ts'

/** Room for the hull of what fits into a stamp: x and y in turn. */
export const newHullRoom = (side: number): Int32Array => new Int32Array((2 * side + 1) * 4)

/**
 * The area of the convex hull of a closed line, in quarters of a square pixel: the lowest and highest point of each
 * row go round once (Andrew's monotone chain, along rows since they come sorted).
 */
export function hullArea({ points, count }: HalfPixelRing, side: number, room: Int32Array): number {
  const rows = 2 * side + 1
  const lowest = room.subarray(0, rows)
  const highest = room.subarray(rows, 2 * rows)
  lowest.fill(0x7fffffff)
  highest.fill(-1)
  for (let at = 0; at < count; at += 1) {
    const [x, y] = [points[2 * at] as number, points[2 * at + 1] as number]
    if (x < (lowest[y] as number)) lowest[y] = x
    if (x > (highest[y] as number)) highest[y] = x
  }
  const chain = room.subarray(2 * rows)
  return areaUnder(highest, 1, chain) - areaUnder(lowest, -1, chain)
}

/** Between the x axis and the convex chain through the values of rows, bulging upwards (1) or downwards (−1). */
function areaUnder(values: Int32Array, bulge: 1 | -1, chain: Int32Array): number {
  let count = 0
  for (let y = 0; y < values.length; y += 1) {
    const x = values[y] as number
    if (x < 0 || x === 0x7fffffff) continue
    while (count >= 2 && isInward(chain, count, x, y, bulge)) count -= 1
    chain[2 * count] = x
    chain[2 * count + 1] = y
    count += 1
  }
  let sum = 0
  for (let at = 1; at < count; at += 1) {
    const height = (chain[2 * at + 1] as number) - (chain[2 * at - 1] as number)
    sum += (height * ((chain[2 * at] as number) + (chain[2 * at - 2] as number))) / 2
  }
  return sum
}

/** Whether the last point of the chain lies on or within the line from the one before it to a new one. */
function isInward(chain: Int32Array, count: number, x: number, y: number, bulge: 1 | -1): boolean {
  const [lastX, lastY] = [chain[2 * count - 2] as number, chain[2 * count - 1] as number]
  const [beforeX, beforeY] = [chain[2 * count - 4] as number, chain[2 * count - 3] as number]
  const turn = (lastX - beforeX) * (y - beforeY) - (x - beforeX) * (lastY - beforeY)
  return bulge * turn <= 0
}
