/** Light of pixels that were filled in, not scanned: so far off that every difference to it is left out. */
export const unknownLight = -(2 ** 28)
/** Light of pixels that were scanned is more than this. */
const leastLight = -(2 ** 22)

/** Larger differences, in ten-thousandths, are edges of tissue and left out. */
const largestDifference = 5000
/** Differences count for no more than this, so that tissue doesn't outweigh the many pixels where little happens. */
export const clip = 300

/** Pixels along a line that make up one sum. */
const usualBand = 256
/** Sums of all lines of one direction, at most. */
const mostSums = 4_000_000

/** What counts one step in `LineSums`. */
const oneStep = 0x10000

/** The lines of one direction: sums of the steps of light across each, band after band along it. */
export interface LineSums {
  readonly lines: number
  readonly bands: number
  /** Pixels of a band. */
  readonly band: number
  /** Steps are kept without their lowest bits. */
  readonly shift: number
  /** Count × 65536 + sum of (step + clip) >> shift, for each line of the first band, then of the second. */
  readonly packed: Uint32Array
}

export function createLineSums(lines: number, length: number): LineSums {
  let [band, shift] = [usualBand, 2]
  while (lines * Math.ceil(length / band) > mostSums) {
    band *= 2
    shift += 1
  }
  const bands = Math.ceil(length / band)
  return { lines, bands, band, shift, packed: new Uint32Array(lines * bands) }
}

/** How many steps were summed, and their mean in ten-thousandths. */
export function meanStep({ packed, shift }: LineSums, at: number): { count: number; mean: number } {
  const value = packed[at] as number
  const count = value >>> 16
  return { count, mean: count === 0 ? 0 : ((value & 0xffff) / count + 0.5) * 2 ** shift - clip }
}

/** Light of a tile with its neighbours' last two columns and rows to the left and above, where they are known. */
export interface LightTile {
  readonly width: number
  readonly height: number
  readonly light: Int32Array
  /** Where the first pixel that is the tile's own (the third of the third row) lies in the image. */
  readonly x: number
  readonly y: number
}

/**
 * Counts a step: `oneStep` and the step itself, without its lowest bits; 0 where it is an edge, or to what was never
 * scanned. Without any branches: tissue is as often on one side of a limit as on the other, which costs processors dear.
 */
function countStep(before: number, after: number, shift: number): number {
  const step = (after - before) | 0
  // All bits are set where the number is negative.
  const leftOut = ((largestDifference - step) | (largestDifference + step) | (after - leastLight)) >> 31
  const atLeast = (step + clip) & ~((step + clip) >> 31)
  const above = atLeast - 2 * clip
  const clipped = 2 * clip + (above & (above >> 31))
  return (oneStep + (clipped >> shift)) & ~leftOut
}

/** Adds the step over each pixel from the one before to the one after: seams that run through a pixel count as well. */
export function addUpright(tile: LightTile, sums: LineSums): void {
  const { width, height, x, y } = tile
  const { lines, band, packed } = sums
  const first = Math.max(1, 2 - x)
  const counted = new Int32Array(width)
  for (let row = 2; row < height; ) {
    const index = Math.floor((y + row - 2) / band)
    const end = Math.min(height, (index + 1) * band - y + 2)
    countColumns(tile, row, end, first, sums.shift, counted)
    const start = index * lines + x - 2
    for (let column = first; column < width - 1; column += 1)
      packed[start + column] = (packed[start + column] as number) + (counted[column] as number)
    row = end
  }
}

/** Four columns at a time: each value is read for two of them, and their sums needn't be kept in memory. */
function countColumns(
  { width, light }: LightTile,
  from: number,
  to: number,
  first: number,
  shift: number,
  counted: Int32Array,
): void {
  let column = first
  for (; column + 4 < width; column += 4) {
    let [one, two, three, four] = [0, 0, 0, 0]
    for (let at = from * width + column, end = to * width; at < end; at = (at + width) | 0) {
      const here = light[at] as number
      const after = light[at + 1] as number
      const second = light[at + 2] as number
      const third = light[at + 3] as number
      one = (one + countStep(light[at - 1] as number, after, shift)) | 0
      two = (two + countStep(here, second, shift)) | 0
      three = (three + countStep(after, third, shift)) | 0
      four = (four + countStep(second, light[at + 4] as number, shift)) | 0
    }
    counted[column] = one
    counted[column + 1] = two
    counted[column + 2] = three
    counted[column + 3] = four
  }
  for (; column < width - 1; column += 1) {
    let count = 0
    for (let at = from * width + column, end = to * width; at < end; at += width)
      count = (count + countStep(light[at - 1] as number, light[at + 1] as number, shift)) | 0
    counted[column] = count
  }
}

/** The same for lines along rows. */
export function addLevel({ width, height, light, x, y }: LightTile, sums: LineSums): void {
  const { lines, band, shift, packed } = sums
  for (let row = Math.max(1, 2 - y); row < height - 1; row += 1) {
    const line = y + row - 2
    for (let column = 2; column < width; ) {
      const index = Math.floor((x + column - 2) / band)
      const end = Math.min(width, (index + 1) * band - x + 2)
      const to = index * lines + line
      packed[to] =
        (packed[to] as number) + countRow(light, width, row * width + column, row * width + end, shift)
      column = end
    }
  }
}

function countRow(light: Int32Array, width: number, from: number, to: number, shift: number): number {
  let count = 0
  let at = from
  for (; at + 3 < to; at = (at + 4) | 0) {
    const above = at - width
    const below = at + width
    count =
      (count +
        countStep(light[above] as number, light[below] as number, shift) +
        countStep(light[above + 1] as number, light[below + 1] as number, shift) +
        countStep(light[above + 2] as number, light[below + 2] as number, shift) +
        countStep(light[above + 3] as number, light[below + 3] as number, shift)) |
      0
  }
  for (; at < to; at += 1)
    count = (count + countStep(light[at - width] as number, light[at + width] as number, shift)) | 0
  return count
}
