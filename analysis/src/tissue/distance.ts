/** A step to the side is this long in `distances`; a diagonal one 4: that is within 6 % of the true distance. */
const straight = 3
const diagonal = 4

/** The largest radius that `dilate` and `erode` take, in pixels. */
export const largestRadius = Math.floor(255 / straight)

/** Thirds of a pixel to the nearest pixel whose mask is `wanted` (0 or 255), at most 255. */
function distances(mask: Uint8Array, width: number, height: number, wanted: number): Uint8Array {
  const result = new Uint8Array(mask.length)
  for (let at = 0; at < mask.length; at += 1) result[at] = mask[at] === wanted ? 0 : 255
  for (let row = 0; row < height; row += 1) sweepRight(result, width, row * width, row > 0 ? -width : 0)
  for (let row = height - 1; row >= 0; row -= 1)
    sweepLeft(result, width, row * width, row < height - 1 ? width : 0)
  return result
}

/**
 * One row from left to right: each pixel by the one before and the three above it, which have been swept. Every value is
 * read once and kept for its neighbours; what lies outside is as far as can be.
 * @param above from a pixel to that above it, 0 where there is none.
 */
function sweepRight(result: Uint8Array, width: number, start: number, above: number): void {
  let before = 255
  let aboveBefore = 255
  let aboveHere = above === 0 ? 255 : (result[start + above] as number)
  for (let at = start, last = start + width - 1; at <= last; at += 1) {
    const aboveAfter = above === 0 || at === last ? 255 : (result[at + above + 1] as number)
    let least = result[at] as number
    if (least !== 0) {
      const side = Math.min(before, aboveHere) + straight
      const corner = Math.min(aboveBefore, aboveAfter) + diagonal
      least = Math.min(least, side, corner)
      result[at] = least
    }
    before = least
    aboveBefore = aboveHere
    aboveHere = aboveAfter
  }
}

/** The same from right to left, by the one after and the three below. */
function sweepLeft(result: Uint8Array, width: number, start: number, below: number): void {
  let after = 255
  let belowAfter = 255
  let belowHere = below === 0 ? 255 : (result[start + width - 1 + below] as number)
  for (let at = start + width - 1; at >= start; at -= 1) {
    const belowBefore = below === 0 || at === start ? 255 : (result[at + below - 1] as number)
    let least = result[at] as number
    if (least !== 0) {
      const side = Math.min(after, belowHere) + straight
      const corner = Math.min(belowBefore, belowAfter) + diagonal
      least = Math.min(least, side, corner)
      result[at] = least
    }
    after = least
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
  const reach = Math.min(radius, largestRadius) * straight
  const result = distances(mask, width, height, 255)
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] as number) <= reach ? 255 : 0
  return result
}

/** Shrinks what is 255 by a radius in pixels, in a new mask. What lies outside the image doesn't shrink it. */
export function erode(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const reach = Math.min(radius, largestRadius) * straight
  const result = distances(mask, width, height, 0)
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] as number) > reach ? 255 : 0
  return result
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
