import { fillHoles, removeSmall } from './components.ts'
import { close } from './distance.ts'
import { otsuSplit } from './otsu.ts'

const bins = 512
/** Multiples of the background's spread that tissue must lie above it. */
const spreadsAbove = 3
/** Bright and dark must be this many spreads apart, or there is nothing but background: noise, or uneven light. */
const leastSeparation = 3.2

const gapMicrometres = 24
const holeMicrometres2 = 100_000
const smallestMicrometres2 = 10_000

/** Where there is tissue in a fluorescence picture at about 8 µm a pixel: where any channel is clearly above its background. */
export function findSignal(
  planes: readonly Float32Array[],
  unknown: Uint8Array,
  width: number,
  height: number,
  micrometres: number,
): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const plane of planes) {
    const threshold = chooseThreshold(plane, unknown)
    if (threshold === null) continue
    for (let pixel = 0; pixel < mask.length; pixel += 1)
      if ((plane[pixel] as number) > threshold && !unknown[pixel]) mask[pixel] = 255
  }
  const area = micrometres * micrometres
  const smallest = Math.min(smallestMicrometres2 / area, 0.01 * mask.length)
  const closed = close(mask, width, height, Math.round(gapMicrometres / micrometres))
  removeSmall(closed, width, height, smallest)
  fillHoles(closed, width, height, Math.min(holeMicrometres2 / area, 0.2 * mask.length))
  return closed
}

/** By the logarithm, since bright nuclei are few and far above everything else. */
function chooseThreshold(plane: Float32Array, unknown: Uint8Array): number | null {
  const known = knownOf(plane, unknown).sort()
  if (known.length === 0) return null
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))] as number
  const [low, high] = [at(0.001), at(0.999)]
  if (!(high > low)) return null
  const toBin = (value: number) =>
    Math.max(
      0,
      Math.min(bins - 1, Math.floor((bins * Math.log1p((20 * (value - low)) / (high - low))) / Math.log(21))),
    )
  const histogram = new Float64Array(bins)
  for (const value of known) histogram[toBin(value)] = (histogram[toBin(value)] as number) + 1
  const split = otsuSplit(histogram)
  if (!split) return null
  const fromBin = (bin: number) => low + ((high - low) * Math.expm1(((bin + 1) / bins) * Math.log(21))) / 20
  const otsu = fromBin(split.threshold)
  const background = known.subarray(
    0,
    Math.max(
      1,
      known.findIndex((value) => value > otsu),
    ),
  )
  const { level, spread } = levelOf(background)
  const median = background[background.length >> 1] as number
  const deviation = 1.4826 * medianOf(background.map((value) => Math.abs(value - median)))
  const signal = known[Math.floor((known.length + background.length) / 2)] ?? high
  const isApart = signal - level >= leastSeparation * spread && signal - median >= leastSeparation * deviation
  if (!isApart) return null
  return Math.min(otsu, Math.max(level + spreadsAbove * spread, level + 0.25 * (otsu - level)))
}

/** What a filter does, which would hold each value as an object first. */
function knownOf(plane: Float32Array, unknown: Uint8Array): Float32Array {
  const known = new Float32Array(plane.length)
  let count = 0
  for (let pixel = 0; pixel < plane.length; pixel += 1) {
    if (unknown[pixel]) continue
    known[count] = plane[pixel] as number
    count += 1
  }
  return known.subarray(0, count)
}

/**
 * The value that most of the background is near, and how far it strays. Dim tissue may be half of what isn't bright: the
 * level is the middle of the narrowest range that holds a quarter of all, and only what lies below says how far.
 * @param sorted values.
 */
function levelOf(sorted: Float32Array): { level: number; spread: number } {
  const quarter = sorted.length >> 2
  let narrowest = 0
  for (let from = 1; from + quarter < sorted.length; from += 1)
    if (widthAt(sorted, from, quarter) < widthAt(sorted, narrowest, quarter)) narrowest = from
  const level = sorted[narrowest + (quarter >> 1)] as number
  let [squares, count] = [0, 0]
  for (; (sorted[count] as number) < level; count += 1) squares += (level - (sorted[count] as number)) ** 2
  return { level, spread: Math.sqrt(squares / Math.max(1, count)) }
}

const medianOf = (values: Float32Array): number => values.sort()[values.length >> 1] ?? 0

const widthAt = (sorted: Float32Array, from: number, count: number): number =>
  (sorted[from + count] as number) - (sorted[from] as number)
