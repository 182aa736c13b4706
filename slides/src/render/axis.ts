/**
 * How the pixels of an output line come from the pixels of a source line, for one direction. Output pixel i is the sum
 * of source pixels `first[i]`… with the weights from `offsets[i]` up to `offsets[i + 1]`, which add up to
 * `coverage[i]`; the rest of it, up to 1, is background.
 */
export interface Axis {
  /** Output pixels. */
  readonly count: number
  /** Source pixels to an output pixel. */
  readonly step: number
  /** The output pixels that the image covers at least in part; the others are background. */
  readonly begin: number
  readonly end: number
  readonly first: Int32Array
  readonly offsets: Int32Array
  readonly weights: Float64Array
  readonly coverage: Float64Array
  /** Where output pixel 0 begins in the source if output pixels are source pixels, none outside; else undefined. */
  readonly copyFrom: number | undefined
}

export interface AxisGeometry {
  /** Where the output begins, in source pixels from the edge of source pixel 0. */
  readonly start: number
  /** Source pixels to an output pixel: > 1 makes smaller, < 1 larger. */
  readonly step: number
  /** Output pixels. */
  readonly count: number
  /** Source pixels there are. */
  readonly size: number
  /** Where the image ends, in source pixels: may differ from `size` by the part of a pixel a level was rounded by. */
  readonly extent?: number
}

/** Positions this close to the edge of a source pixel, in pixels of the smaller kind, are meant to be on it. */
const nearby = 1e-6

const snapTo = (position: number, distance: number): number => {
  const whole = Math.round(position)
  return Math.abs(position - whole) < distance ? whole : position
}

/**
 * Plans one direction of a resampling: the average over each output pixel's area where it is larger than a source pixel,
 * linear interpolation at its centre where it is smaller. Constants and linear ramps pass unchanged.
 */
export function planAxis({ start, step, count, size, extent = size }: AxisGeometry): Axis {
  const snap = (position: number) => snapTo(position, nearby * Math.min(1, step))
  const first = new Int32Array(count)
  const offsets = new Int32Array(count + 1)
  const coverage = new Float64Array(count)
  let begin = count
  let end = count
  for (let i = 0; i < count; i++) {
    const from = snap(start + i * step)
    const to = snap(start + (i + 1) * step)
    if (to > 0 && from < extent && begin === count) begin = i
    if (from >= extent && i >= begin) {
      end = i
      break
    }
  }
  if (begin === count) end = begin

  let used = 0
  const most = step < 1 ? 2 : Math.min(Math.ceil(step), size) + 2
  const weights = new Float64Array((end - begin) * most)
  const taps = new Float64Array(most)
  for (let i = begin; i < end; i++) {
    const from = Math.max(0, snap(start + i * step))
    const to = Math.min(extent, snap(start + (i + 1) * step))
    const covered = Math.min(1, (to - from) / step)
    coverage[i] = covered > 1 - nearby ? 1 : covered
    const tap = step >= 1 ? averageArea(from, to, size, taps) : interpolate((from + to) / 2, size, taps)
    first[i] = tap.first
    for (let k = 0; k < tap.count; k++) weights[used++] = (taps[k] as number) * (coverage[i] as number)
    offsets[i + 1] = used
  }
  offsets.fill(used, end + 1)
  const isCopy = Number.isInteger(snap(start)) && snap(start + count * step) <= size
  const copyFrom = isCopy && snap(start) >= 0 && Math.abs(step - 1) * count < nearby ? snap(start) : undefined
  return { count, step, begin, end, first, offsets, weights: weights.slice(0, used), coverage, copyFrom }
}

/** Weights of the source pixels between two positions, in `taps`. */
function averageArea(from: number, to: number, size: number, taps: Float64Array) {
  const last = Math.min(size, Math.max(1, Math.ceil(to))) - 1
  const first = Math.min(Math.floor(from), last)
  const count = last - first + 1
  const length = to - from
  let sum = 0
  let moment = 0
  for (let k = 0; k < count; k++) {
    const pixel = first + k
    const weight = Math.max(0, Math.min(to, pixel + 1) - Math.max(from, pixel)) / length
    taps[k] = weight
    sum += weight
    moment += weight * k
  }
  if (!(sum > 0)) {
    taps.fill(0, 0, count)
    taps[count - 1] = 1
    return { first, count }
  }
  for (let k = 0; k < count; k++) taps[k] = (taps[k] as number) / sum
  balance(taps, count, moment / sum, (from + to) / 2 - first - 0.5)
  return { first, count }
}

/**
 * A source pixel that is covered in part still counts with its centre, which moves the average off the middle of the
 * area by up to 1/8 px. Tilting the weights a little brings it back, so that no part of the image shifts.
 */
function balance(taps: Float64Array, count: number, mean: number, middle: number): void {
  let variance = 0
  for (let k = 0; k < count; k++) variance += (taps[k] as number) * (k - mean) ** 2
  const wanted = Math.max(0, Math.min(count - 1, middle))
  if (variance < 1e-12 || Math.abs(wanted - mean) < 1e-12) return
  const tilt = (wanted - mean) / variance
  if (Math.min(tilt * -mean, tilt * (count - 1 - mean)) < -1) return
  for (let k = 0; k < count; k++) taps[k] = (taps[k] as number) * (1 + tilt * (k - mean))
}

/** Weights of the two source pixels whose centres lie around a position, in `taps`. */
function interpolate(position: number, size: number, taps: Float64Array) {
  const centre = Math.max(0, Math.min(size - 1, snapTo(position - 0.5, nearby)))
  const first = Math.floor(centre)
  const part = centre - first
  taps[0] = 1 - part
  taps[1] = part
  return { first, count: part > 0 ? 2 : 1 }
}
