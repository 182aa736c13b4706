import type { Basins } from './basins.ts'
import type { Relief } from './relief.ts'

/** Basins by what is in them, each entry of an array for one, from 1. */
export interface BasinList {
  readonly count: number
  readonly summits: Int32Array
  /** Height of the summit. */
  readonly peaks: Int32Array
  readonly left: Int32Array
  readonly top: Int32Array
  /** Inclusive. */
  readonly right: Int32Array
  readonly bottom: Int32Array
  /** Sums over its pixels. */
  readonly smoothSums: Float64Array
  readonly groundSums: Float64Array
  /** Where its pixels begin among all, and where those of the last end. */
  readonly starts: Int32Array
  readonly pixels: Int32Array
}

/** Collects the pixels of each basin, row by row. */
export function listBasins({ count, labels, summits }: Basins, relief: Relief): BasinList {
  const { width, height, smooth, ground, hills } = relief
  const starts = new Int32Array(count + 2)
  for (let at = 0; at < labels.length; at += 1) {
    const next = (labels[at] as number) + 1
    if (next > 1) starts[next] = (starts[next] as number) + 1
  }
  for (let basin = 1; basin <= count + 1; basin += 1)
    starts[basin] = (starts[basin] as number) + (starts[basin - 1] as number)
  const list = {
    count,
    summits,
    starts,
    peaks: new Int32Array(count + 1),
    left: new Int32Array(count + 1).fill(width),
    top: new Int32Array(count + 1).fill(height),
    right: new Int32Array(count + 1).fill(-1),
    bottom: new Int32Array(count + 1).fill(-1),
    smoothSums: new Float64Array(count + 1),
    groundSums: new Float64Array(count + 1),
    pixels: new Int32Array(starts[count + 1] as number),
  }
  const { left, top, right, bottom, smoothSums, groundSums, pixels, peaks } = list
  const next = starts.slice()
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const basin = labels[at] as number
      if (basin === 0) continue
      const place = next[basin] as number
      pixels[place] = at
      next[basin] = place + 1
      if (x < (left[basin] as number)) left[basin] = x
      if (x > (right[basin] as number)) right[basin] = x
      if (y < (top[basin] as number)) top[basin] = y
      if (y > (bottom[basin] as number)) bottom[basin] = y
      smoothSums[basin] = (smoothSums[basin] as number) + (smooth[at] as number)
      groundSums[basin] = (groundSums[basin] as number) + (ground[at] as number)
    }
  for (let basin = 1; basin <= count; basin += 1) peaks[basin] = hills[summits[basin] as number] as number
  return list
}

/** Two basins that touch, at their sides or corners. */
export interface Touching {
  readonly one: number
  readonly other: number
  /** Where it is easiest to get from one to the other: height of the pass. */
  pass: number
}

/** Each pair that touches, once, in the order in which they are met by rows. */
export function findTouching({ count, labels }: Basins, { width, height, hills }: Relief): Touching[] {
  const pairs = new Map<number, Touching>()
  const meet = (one: number, other: number, pass: number) => {
    const key = one < other ? one * (count + 1) + other : other * (count + 1) + one
    const known = pairs.get(key)
    if (!known) pairs.set(key, { one: Math.min(one, other), other: Math.max(one, other), pass })
    else if (pass > known.pass) known.pass = pass
  }
  const ahead = [1, width - 1, width, width + 1]
  for (let y = 1; y < height - 1; y += 1)
    for (let at = y * width + 1, end = at + width - 2; at < end; at += 1) {
      const one = labels[at] as number
      if (one === 0) continue
      for (let n = 0; n < 4; n += 1) {
        const next = at + (ahead[n] as number)
        const other = labels[next] as number
        if (other === 0 || other === one) continue
        meet(one, other, Math.min(hills[at] as number, hills[next] as number))
      }
    }
  return [...pairs.values()]
}
