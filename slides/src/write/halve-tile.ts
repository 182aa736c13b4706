import type { Samples, TileShape } from './tile-pixels.ts'

/**
 * What four pixels become in the next level. `mean`: as seen from twice as far away. `commonest`: values that are names,
 * such as the classes of a mask, stay names. `present`: amounts, where 0 is no amount at all.
 */
export const halvings = ['mean', 'commonest', 'present'] as const
export type Halving = (typeof halvings)[number]

/** Halves a whole tile: each pixel is made of 2 × 2. `target` has a quarter of its samples. */
export function halveTile(source: Samples, target: Samples, shape: TileShape, halving: Halving): void {
  if (halving === 'mean') toMeans(source, target, shape)
  else mergeEach(source, target, shape, halving === 'commonest' ? commonest : meanOfPresent)
}

type Merge = (a: number, b: number, c: number, d: number) => number

function mergeEach(source: Samples, target: Samples, { side, samples }: TileShape, merge: Merge): void {
  const row = side * samples
  let to = 0
  for (let y = 0; y < side; y += 2) {
    for (let x = 0; x < side; x += 2) {
      const corner = y * row + x * samples
      for (let at = corner; at < corner + samples; at++, to++) {
        const right = at + samples
        const [a, b] = [source[at] as number, source[right] as number]
        const [c, d] = [source[at + row] as number, source[right + row] as number]
        target[to] = a === b && a === c && a === d ? a : merge(a, b, c, d)
      }
    }
  }
}

/** Of as many, the larger: what is something goes before what is nothing. */
function commonest(a: number, b: number, c: number, d: number): number {
  const timesA = 1 + Number(a === b) + Number(a === c) + Number(a === d)
  const timesB = 1 + Number(b === c) + Number(b === d)
  const timesC = 1 + Number(c === d)
  const most = Math.max(timesA, timesB, timesC)
  let best = most === 1 ? d : 0
  if (timesA === most) best = Math.max(best, a)
  if (timesB === most) best = Math.max(best, b)
  if (timesC === most) best = Math.max(best, c)
  return best
}

function meanOfPresent(a: number, b: number, c: number, d: number): number {
  const present = Number(a > 0) + Number(b > 0) + Number(c > 0) + Number(d > 0)
  return present === 0 ? 0 : Math.round((a + b + c + d) / present)
}

/** Halves rounded up. */
function toMeans(source: Samples, target: Samples, { side, samples }: TileShape): void {
  const row = side * samples
  let to = 0
  for (let y = 0; y < side; y += 2) {
    let i = y * row
    const end = i + row
    if (samples === 1) {
      for (; i < end; i += 2, to++) {
        const top = (source[i] as number) + (source[i + 1] as number)
        const bottom = (source[i + row] as number) + (source[i + row + 1] as number)
        target[to] = (top + bottom + 2) >> 2
      }
      continue
    }
    let j = i + row
    for (; i < end; i += 6, j += 6, to += 3) {
      const red = (source[i] as number) + (source[i + 3] as number)
      const green = (source[i + 1] as number) + (source[i + 4] as number)
      const blue = (source[i + 2] as number) + (source[i + 5] as number)
      target[to] = (red + (source[j] as number) + (source[j + 3] as number) + 2) >> 2
      target[to + 1] = (green + (source[j + 1] as number) + (source[j + 4] as number) + 2) >> 2
      target[to + 2] = (blue + (source[j + 2] as number) + (source[j + 5] as number) + 2) >> 2
    }
  }
}
