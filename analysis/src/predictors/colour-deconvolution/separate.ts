import type { InputTile } from '../../inference/predictor.ts'
import { colorsOf } from '../../stains/colors-of.ts'
import type { Matrix3, Vector3 } from '../../stains/matrix3.ts'
import { densityTable } from '../../stains/optical-density.ts'
import { innerOf } from '../tissue-area.ts'

/** Parts of a value of the channels that are reckoned with: whole numbers add up to the same in any order. */
export const partsOfValue = 16
const shift = 4
/** Values that amounts are raised by, so that none is below 0 until they are cut to 0 to 255. */
const raised = 1024

/** What each of the 256 values of a colour adds to the amounts, in parts. */
interface ColorTable {
  /** The first stain in the lower 16 bits, the second in the upper: one sum for both. */
  readonly pairs: Int32Array
  readonly residual: Int32Array
}

export type ColorTables = readonly [ColorTable, ColorTable, ColorTable]

/** For a glass and the matrix that tells two stains from densities; `unit` is the value for a density of 1. */
export const tablesFor = (glass: Vector3, matrix: Matrix3, unit: number): ColorTables => {
  const tableOf = (color: 0 | 1 | 2): ColorTable => {
    const densities = densityTable(glass[color])
    const partsOf = (row: 0 | 1 | 2) =>
      Int32Array.from(densities, (density) =>
        Math.round(density * (matrix[3 * row + color] as number) * unit * partsOfValue),
      )
    const second = partsOf(1)
    return {
      pairs: partsOf(0).map((first, value) => first + (second[value] as number) * 65536),
      residual: partsOf(2),
    }
  }
  return [tableOf(0), tableOf(1), tableOf(2)]
}

export interface Separated {
  readonly first: Uint8Array
  readonly second: Uint8Array
  /** Pixels of tissue, and what they have of each stain, in parts. */
  readonly pixels: number
  readonly firstSum: number
  readonly secondSum: number
  /** Of every sixteenth colour or so, which is enough to tell: pixels and what neither stain explains, without sign. */
  readonly residualPixels: number
  readonly residualSum: number
}

/** Raised values cut to 0 to 255: a table is quicker than two questions, whose answers nobody can guess. */
const levels = Uint8Array.from({ length: 65536 >> shift }, (_, value) =>
  Math.max(0, Math.min(255, value - raised)),
)

/** How much of two stains there is in a tile without its halo. */
export function separate([reds, greens, blues]: ColorTables, tile: InputTile): Separated {
  const rgb = colorsOf(tile)
  const { tissue } = tile
  const { width, height, rowStart } = innerOf(tile)
  const first = new Uint8Array(width * height)
  const second = new Uint8Array(width * height)
  const [redPairs, greenPairs, bluePairs] = [reds.pairs, greens.pairs, blues.pairs]
  const [redRest, greenRest, blueRest] = [reds.residual, greens.residual, blues.residual]
  const start = (raised * partsOfValue + partsOfValue / 2) * 65537
  const sums = { pixels: 0, firstSum: 0, secondSum: 0, residualPixels: 0, residualSum: 0 }
  for (let y = 0, to = 0; y < height; y += 1) {
    // Whole numbers of 32 bits hold a row.
    let [pixels, firstSum, secondSum, residualPixels, residualSum] = [0, 0, 0, 0, 0]
    const from = rowStart(y)
    for (let pixel = from, at = 3 * from, end = from + width; pixel < end; pixel += 1, at += 3, to += 1) {
      const red = rgb[at] as number
      const green = rgb[at + 1] as number
      const blue = rgb[at + 2] as number
      const pair =
        (start + (redPairs[red] as number) + (greenPairs[green] as number) + (bluePairs[blue] as number)) | 0
      first[to] = levels[(pair & 65535) >> shift] as number
      second[to] = levels[pair >>> (16 + shift)] as number
      // All bits where there is tissue, none where there isn't.
      const mask = -(tissue[pixel] as number)
      pixels = (pixels - mask) | 0
      firstSum = (firstSum + (pair & 65535 & mask)) | 0
      secondSum = (secondSum + ((pair >>> 16) & mask)) | 0
      if (((red + green + blue) & 15) !== 0) continue
      const residual =
        ((redRest[red] as number) + (greenRest[green] as number) + (blueRest[blue] as number)) | 0
      residualPixels = (residualPixels - mask) | 0
      residualSum = (residualSum + (Math.abs(residual) & mask)) | 0
    }
    sums.pixels += pixels
    sums.firstSum += firstSum - pixels * (start & 65535)
    sums.secondSum += secondSum - pixels * (start >>> 16)
    sums.residualPixels += residualPixels
    sums.residualSum += residualSum
  }
  return { first, second, ...sums }
}
