import type { Lines } from './line-map.ts'

/** A closed way around a centre. In pixels. */
export interface Rim {
  readonly x: number
  readonly y: number
  /** Distance from the centre in equal steps of the angle, from the right over below. */
  readonly radii: Float32Array
}

/** The distance of a rim from its centre in the direction of a place. */
export function radiusTowards({ x, y, radii }: Rim, placeX: number, placeY: number): number {
  const turn = Math.atan2(placeY - y, placeX - x) / (2 * Math.PI) + 1
  return radii[Math.round(turn * radii.length) % radii.length] as number
}

export interface TracedRim extends Rim {
  /** Share of the way around that lies in the picture, and of that the share on which there is a line. */
  readonly visible: number
  readonly score: number
}

/** Cosine of the largest angle between the way and a line on it. */
const alongCosine = 0.8
/** What a step to the next radius costs, where a pixel of a line is worth 1. */
const stepCost = 0.5

/**
 * The way around a centre, with radii from one to another, that follows lines most of the way without leaping: bubbles
 * are rarely circles, and their rims are not seen all around. (Dynamic programming over angle and radius, twice around
 * so that it ends where it began.)
 */
export function traceRim(lines: Lines, x: number, y: number, from: number, to: number): TracedRim {
  const steps = Math.max(32, Math.min(160, Math.round(Math.PI * (from + to))))
  const rings = Math.max(1, Math.floor(to - from) + 1)
  const { worth, visible } = unroll(lines, x, y, from, steps, rings)
  const cameFrom = new Int8Array(2 * steps * rings)
  let best = new Float32Array(rings)
  let next = new Float32Array(rings)
  for (let step = 0; step < 2 * steps; step += 1) {
    const row = (step % steps) * rings
    for (let ring = 0; ring < rings; ring += 1) {
      let [most, move] = [best[ring] as number, 0]
      for (let by = -1; by <= 1; by += 2) {
        const other = (best[ring + by] ?? Number.NEGATIVE_INFINITY) - stepCost
        if (other > most) [most, move] = [other, by]
      }
      next[ring] = most + (worth[row + ring] as number)
      cameFrom[step * rings + ring] = move
    }
    ;[best, next] = [next, best]
  }
  let ring = best.indexOf(best.reduce((one, other) => Math.max(one, other)))
  const radii = new Float32Array(steps)
  let [seen, onLine] = [0, 0]
  for (let step = 2 * steps - 1; step >= 0; step -= 1) {
    // The first half of the way has been forgotten by the end of the second, and the end of the second by its beginning.
    const isKept = step >= steps / 2 && step < steps + steps / 2
    if (isKept) {
      const at = step % steps
      radii[at] = from + ring
      if (visible[at]) seen += 1
      if ((worth[at * rings + ring] as number) > 0) onLine += 1
    }
    ring += cameFrom[step * rings + ring] as number
  }
  return { x, y, radii, visible: seen / steps, score: seen === 0 ? 0 : onLine / seen }
}

/** For each angle and radius 1 where a line follows the way around, else 0. */
function unroll(
  { width, height, dx, dy }: Lines,
  x: number,
  y: number,
  from: number,
  steps: number,
  rings: number,
): { worth: Uint8Array; visible: Uint8Array } {
  const worth = new Uint8Array(steps * rings)
  const visible = new Uint8Array(steps)
  for (let step = 0; step < steps; step += 1) {
    const angle = (2 * Math.PI * step) / steps
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    let inside = 0
    for (let ring = 0; ring < rings; ring += 1) {
      const column = Math.floor(x + (from + ring) * cos)
      const row = Math.floor(y + (from + ring) * sin)
      if (column < 3 || row < 3 || column >= width - 3 || row >= height - 3) continue
      inside += 1
      const pixel = row * width + column
      const along = Math.abs(cos * (dx[pixel] as number) + sin * (dy[pixel] as number))
      if (along >= alongCosine) worth[step * rings + ring] = 1
    }
    if (inside > rings / 2) visible[step] = 1
  }
  return { worth, visible }
}
