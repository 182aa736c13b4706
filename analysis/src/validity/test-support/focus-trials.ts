import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { checkQuality } from '../../qc/check-quality.ts'
import { greyOf, lowerClass, varianceIn } from './baselines.ts'
import { blurred, mix, withNoise } from './blur.ts'
import { cell, countCells, heatIn } from './cells.ts'
import { imageOf, type Picture } from './picture.ts'
import { type Counts, count, sumOf } from './scores.ts'

/** Of a sensor, in levels of 256. */
const noise = 1.5

/** Every other square of two cells by two is blurred, like a chessboard. */
const isBlurred = (column: number, row: number) => ((column >> 1) + (row >> 1)) % 2 === 1

export interface FocusTrial {
  readonly ours: Counts
  /** Variance of each cell, split by Otsu over the slide: needs no limit. */
  readonly variance: Counts
  /** Sharpness of the blurred cells, and of the others. */
  readonly blurredValues: readonly number[]
  readonly sharpValues: readonly number[]
}

/** Blurs half of a picture by so many µm and asks which half it was. */
export async function tryFocus(picture: Picture, sigma: number): Promise<FocusTrial> {
  const { width, height } = picture
  const parted = mix(picture, blurred(picture, sigma), (x, y) =>
    isBlurred(Math.floor(x / cell), Math.floor(y / cell)),
  )
  const seen = withNoise(parted, noise)
  const finding = await checkQuality(imageOf(seen))
  const sharpness = heatIn(finding, 'focus')
  const isJudged = (column: number, row: number) => !Number.isNaN(sharpness(column, row))
  const isFound = (column: number, row: number) => sharpness(column, row) < qcMeasures.focus.limits.tileFail
  const ours = countCells({ width, height, isJudged }, isBlurred, isFound)

  const grey = greyOf(seen)
  const judged = cellsOf(width, height).filter(({ column, row }) => isJudged(column, row))
  const low = lowerClass(
    judged.map(({ column, row }) => varianceIn(grey, width, column * cell, row * cell, cell)),
  )
  const variance = sumOf(
    judged.map(({ column, row }, index) => count(isBlurred(column, row), low[index] === true)),
  )
  const valuesWhere = (wanted: boolean) =>
    judged
      .filter(({ column, row }) => isBlurred(column, row) === wanted)
      .map(({ column, row }) => sharpness(column, row))
  return { ours, variance, blurredValues: valuesWhere(true), sharpValues: valuesWhere(false) }
}

function cellsOf(width: number, height: number) {
  const columns = Math.floor(width / cell)
  const rows = Math.floor(height / cell)
  return Array.from({ length: columns * rows }, (_, index) => ({
    column: index % columns,
    row: Math.floor(index / columns),
  }))
}
