import { aligned } from '../../loops/instantiate.ts'
import { createTileLoops } from '../../loops/tile-loops.ts'

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

/** Counts steps of light; see `plainCounter`. */
export interface StepCounter {
  /** Memory for the light of a tile; what was given before is void. */
  lightOf(size: number): Int32Array
  /** Steps over the pixels of each column, from one row up to, not including, another, and from one column on. */
  countColumns(tile: LightTile, from: number, to: number, first: number, shift: number): Int32Array
  /** Steps over the pixels of a row, from one place in `light` up to, not including, another, all together. */
  countRow(tile: LightTile, from: number, to: number, shift: number): number
}

/** Adds the step over each pixel from the one before to the one after: seams that run through a pixel count as well. */
export function addUpright(tile: LightTile, sums: LineSums, counter: StepCounter): void {
  const { width, height, x, y } = tile
  const { lines, band, packed } = sums
  const first = Math.max(1, 2 - x)
  for (let row = 2; row < height; ) {
    const index = Math.floor((y + row - 2) / band)
    const end = Math.min(height, (index + 1) * band - y + 2)
    const counted = counter.countColumns(tile, row, end, first, sums.shift)
    const start = index * lines + x - 2
    for (let column = first; column < width - 1; column += 1)
      packed[start + column] = (packed[start + column] as number) + (counted[column] as number)
    row = end
  }
}

/** The same for lines along rows. */
export function addLevel(tile: LightTile, sums: LineSums, counter: StepCounter): void {
  const { width, height, x, y } = tile
  const { lines, band, shift, packed } = sums
  for (let row = Math.max(1, 2 - y); row < height - 1; row += 1) {
    const line = y + row - 2
    for (let column = 2; column < width; ) {
      const index = Math.floor((x + column - 2) / band)
      const end = Math.min(width, (index + 1) * band - x + 2)
      const to = index * lines + line
      packed[to] =
        (packed[to] as number) + counter.countRow(tile, row * width + column, row * width + end, shift)
      column = end
    }
  }
}

/** The plain way, by which the loops in WebAssembly are tested. */
export const plainCounter = (): StepCounter => ({
  lightOf: (size) => new Int32Array(size),
  countColumns({ width, light }, from, to, first, shift) {
    const counted = new Int32Array(width)
    for (let row = from; row < to; row += 1)
      for (let column = first; column < width - 1; column += 1) {
        const at = row * width + column
        const step = countStep(light[at - 1] as number, light[at + 1] as number, shift)
        counted[column] = (counted[column] as number) + step
      }
    return counted
  },
  countRow({ width, light }, from, to, shift) {
    let count = 0
    for (let at = from; at < to; at += 1)
      count = (count + countStep(light[at - width] as number, light[at + width] as number, shift)) | 0
    return count
  },
})

/** Many pixels at a time. It counts what lies in its own memory only. */
export function fastCounter(): StepCounter {
  const loops = createTileLoops()
  let memory = loops.reserve(0)
  let counted = 0
  return {
    lightOf(size) {
      // Some pixels beyond the last are read, and as many sums written.
      counted = aligned(4 * size + 64)
      memory = loops.reserve(counted + 4 * size + 64)
      return new Int32Array(memory, 0, size)
    },
    countColumns({ width, light }, from, to, first, shift) {
      loops.countColumns(light.byteOffset, width, from, to, first, shift, counted)
      return new Int32Array(memory, counted, width)
    },
    countRow: ({ width, light }, from, to, shift) => loops.countRow(light.byteOffset, width, from, to, shift),
  }
}
