import type { Position, Ring } from '@cresyl/contract/annotation-geometry'

/** Whether most corners of a ring lie in another: what reaches a little beyond still belongs to it, and is refused by name. */
export function isRingIn(ring: Ring, outline: Ring): boolean {
  const step = Math.ceil(ring.length / mostLookedAt)
  const some = ring.filter((_, index) => index % step === 0)
  const inside = some.reduce((count, corner) => count + (isIn(corner, outline) ? 1 : 0), 0)
  return inside * 2 > some.length
}

/** Corners of one ring: enough to tell. */
const mostLookedAt = 64

/** By the number of edges that a ray to the right crosses. */
function isIn([x, y]: Position, ring: Ring): boolean {
  let isInside = false
  for (let n = 1; n < ring.length; n += 1) {
    const [x0, y0] = ring[n - 1] as Position
    const [x1, y1] = ring[n] as Position
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside
  }
  return isInside
}
