/** A step to the side is this long in `distances`; a diagonal one 4: that is within 6 % of the true distance. */
const straight = 3
const diagonal = 4

/** The largest radius that `dilate` and `erode` take, in pixels. */
export const largestRadius = Math.floor(255 / straight)

/** Thirds of a pixel to the nearest pixel whose mask is `wanted` (0 or 255), at most 255. */
function distances(mask: Uint8Array, width: number, height: number, wanted: number): Uint8Array {
  const result = new Uint8Array(mask.length)
  for (let at = 0; at < mask.length; at += 1) result[at] = mask[at] === wanted ? 0 : 255
  sweep(result, width, height, 1)
  sweep(result, width, height, -1)
  return result
}

/** From the upper left to the lower right, or the other way. */
function sweep(result: Uint8Array, width: number, height: number, step: 1 | -1): void {
  const [firstRow, firstColumn] = step === 1 ? [0, 0] : [height - 1, width - 1]
  for (let r = 0, y = firstRow; r < height; r += 1, y += step) {
    const hasRow = r > 0
    for (let c = 0, x = firstColumn; c < width; c += 1, x += step) {
      const at = y * width + x
      let least = result[at] as number
      if (least === 0) continue
      if (c > 0) least = Math.min(least, (result[at - step] as number) + straight)
      if (hasRow) {
        const above = at - step * width
        least = Math.min(least, (result[above] as number) + straight)
        if (c > 0) least = Math.min(least, (result[above - step] as number) + diagonal)
        if (c < width - 1) least = Math.min(least, (result[above + step] as number) + diagonal)
      }
      result[at] = least
    }
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
