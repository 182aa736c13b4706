import { forEachRun, Runs } from './runs.ts'

/** A step to the side is this long in `distances`; a diagonal one 4: that is within 6 % of the true distance. */
const straight = 3
const diagonal = 4

/** The largest radius that `dilate` and `erode` take, in pixels. */
export const largestRadius = Math.floor(255 / straight)

/** Thirds of a pixel to the nearest pixel whose mask is `wanted` (0 or 255), at most 255. */
function distances(mask: Uint8Array, width: number, height: number, wanted: number): Uint8Array {
  const result = new Uint8Array(mask.length)
  // Only what is the other one has any distance: it is swept run by run.
  const runs = new Runs()
  forEachRun(mask, width, height, 255 - wanted, (y, from, to) => {
    runs.add(y * width + from, y * width + to)
    result.fill(255, y * width + from, y * width + to)
  })
  for (let run = 0; run < runs.count; run += 1)
    sweepRight(result, width, runs.starts[run] as number, runs.ends[run] as number)
  for (let run = runs.count - 1; run >= 0; run -= 1)
    sweepLeft(result, width, runs.starts[run] as number, runs.ends[run] as number)
  return result
}

/**
 * A run from left to right: each pixel by the one before and the three above it, which have been swept. Every value is
 * read once and kept for its neighbours; what lies outside the image is as far as can be.
 */
function sweepRight(result: Uint8Array, width: number, from: number, to: number): void {
  const row = from - (from % width)
  const hasAbove = row > 0
  let before = from > row ? (result[from - 1] as number) : 255
  let aboveBefore = hasAbove && from > row ? (result[from - width - 1] as number) : 255
  let aboveHere = hasAbove ? (result[from - width] as number) : 255
  for (let at = from; at < to; at += 1) {
    const aboveAfter = hasAbove && at < row + width - 1 ? (result[at - width + 1] as number) : 255
    const side = Math.min(before, aboveHere) + straight
    const corner = Math.min(aboveBefore, aboveAfter) + diagonal
    before = Math.min(255, side, corner)
    result[at] = before
    aboveBefore = aboveHere
    aboveHere = aboveAfter
  }
}

/** The same from right to left, by the one after and the three below. */
function sweepLeft(result: Uint8Array, width: number, from: number, to: number): void {
  const row = from - (from % width)
  const hasBelow = row + width < result.length
  let after = to < row + width ? (result[to] as number) : 255
  let belowAfter = hasBelow && to < row + width ? (result[to + width] as number) : 255
  let belowHere = hasBelow ? (result[to - 1 + width] as number) : 255
  for (let at = to - 1; at >= from; at -= 1) {
    const belowBefore = hasBelow && at > row ? (result[at + width - 1] as number) : 255
    const side = Math.min(after, belowHere) + straight
    const corner = Math.min(belowBefore, belowAfter) + diagonal
    after = Math.min(result[at] as number, side, corner)
    result[at] = after
    belowAfter = belowHere
    belowHere = belowBefore
  }
}

/** Pixels from each pixel of 255 to the nearest of 0, at most `largestRadius`; what lies outside the image is no 0. */
export function depths(mask: Uint8Array, width: number, height: number): Uint8Array {
  const result = distances(mask, width, height, 0)
  for (let at = 0; at < result.length; at += 1) result[at] = Math.round((result[at] as number) / straight)
  return result
}

/** Grows what is 255 by a radius in pixels, in a new mask. */
export function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  if (radius <= largestSpread) return spread(mask, width, height, radius, 255)
  const reach = Math.min(radius, largestRadius) * straight
  const result = distances(mask, width, height, 255)
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] as number) <= reach ? 255 : 0
  return result
}

/** Shrinks what is 255 by a radius in pixels, in a new mask. What lies outside the image doesn't shrink it. */
export function erode(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  if (radius <= largestSpread) return spread(mask, width, height, radius, 0)
  const reach = Math.min(radius, largestRadius) * straight
  const result = distances(mask, width, height, 0)
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] as number) > reach ? 255 : 0
  return result
}

/** Up to this radius it takes less time to draw around what is there than to measure all distances. */
const largestSpread = 8

/** Draws every run of a value (0 or 255) into the rows around it, as far as the radius reaches there. */
function spread(mask: Uint8Array, width: number, height: number, radius: number, value: number): Uint8Array {
  const result = new Uint8Array(mask.length).fill(255 - value)
  const reaches = Array.from({ length: radius + 1 }, (_, rows) => reachAcross(radius, rows))
  forEachRun(mask, width, height, value, (y, from, to) => {
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row += 1) {
      const reach = reaches[Math.abs(row - y)] as number
      const start = row * width
      result.fill(value, start + Math.max(0, from - reach), start + Math.min(width, to + reach))
    }
  })
  return result
}

/** How many columns away a pixel so many rows away may lie within the radius. */
function reachAcross(radius: number, rows: number): number {
  let columns = 0
  const isWithin = (across: number) =>
    straight * Math.max(across, rows) + (diagonal - straight) * Math.min(across, rows) <= straight * radius
  while (isWithin(columns + 1)) columns += 1
  return columns
}

/** Closes gaps and bays narrower than twice the radius, in a new mask; everything that was there stays. */
export function close(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  if (radius < 1) return mask.slice()
  const closed = erode(dilate(mask, width, height, radius), width, height, radius)
  for (let at = 0; at < closed.length; at += 1) if (mask[at]) closed[at] = 255
  return closed
}

/** Removes what is narrower than twice the radius, in a new mask. */
export function open(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  if (radius < 1) return mask.slice()
  return dilate(erode(mask, width, height, radius), width, height, radius)
}
