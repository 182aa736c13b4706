import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { createTissue } from '@cresyl/slides'
import { checkQuality } from '../../qc/check-quality.ts'
import { memoryImage } from '../../test-support/memory-image.ts'
import { lowerClass, varianceIn } from './baselines.ts'
import { cell, countCells, heatIn } from './cells.ts'
import { type Counts, count, sumOf } from './scores.ts'

const side = 1024
/** Every other square of two cells by two is blurred. */
const isBlurred = (column: number, row: number) => ((column >> 1) + (row >> 1)) % 2 === 1

export interface FluorescenceFocusTrial {
  readonly ours: Counts
  /** Variance of the nuclear channel in each cell, split by Otsu: needs no limit. */
  readonly variance: Counts
}

/** Blurs half of a made fluorescence slide by so many µm before the camera's noise, and asks which half it was. */
export async function tryFluorescenceFocus(seed: number, sigma: number): Promise<FluorescenceFocusTrial> {
  const options = { seed, width: side, height: side, mpp: 1, stain: 'fluorescence', coverage: 0.8 } as const
  const tissue = createTissue({ ...options, noise: 0 })
  // The noise of the same slide alone: light's own, which isn't blurred by optics.
  const noisy = createTissue(options)
  const planes = tissue.channels.map((_, c) => {
    const sharp = tissue.render(0, 0, side, side, { c }).data as Uint16Array
    const withNoise = noisy.render(0, 0, side, side, { c }).data as Uint16Array
    const soft = blurPlane(sharp, sigma)
    return withNoise.map((value, at) => {
      const [column, row] = [Math.floor((at % side) / cell), Math.floor(at / side / cell)]
      return isBlurred(column, row)
        ? Math.max(0, value + (soft[at] as number) - (sharp[at] as number))
        : value
    })
  })
  const image = memoryImage({
    width: side,
    height: side,
    planes,
    samples: 1,
    mpp: { x: 1, y: 1 },
    bitDepth: tissue.bitDepth,
    channels: tissue.channels,
  })
  const sharpness = heatIn(await checkQuality(image), 'focus')
  const isJudged = (column: number, row: number) => !Number.isNaN(sharpness(column, row))
  const limit = qcMeasures.focus.limits.tileFail
  const ours = countCells(
    { width: side, height: side, isJudged },
    isBlurred,
    (column, row) => sharpness(column, row) < limit,
  )
  const judged = Array.from({ length: (side / cell) ** 2 }, (_, index) => ({
    column: index % (side / cell),
    row: Math.floor(index / (side / cell)),
  })).filter(({ column, row }) => isJudged(column, row))
  const nuclei = planes[0] as Uint16Array
  const low = lowerClass(
    judged.map(({ column, row }) => varianceIn(nuclei, side, column * cell, row * cell, cell)),
  )
  const variance = sumOf(
    judged.map(({ column, row }, index) => count(isBlurred(column, row), low[index] === true)),
  )
  return { ours, variance }
}

function blurPlane(plane: Uint16Array, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma)
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const along = (from: ArrayLike<number>, step: 1 | typeof side) =>
    Float32Array.from({ length: from.length }, (_, at) => {
      const place = step === 1 ? at % side : Math.floor(at / side)
      let sum = 0
      for (let each = -reach; each <= reach; each += 1) {
        const moved = Math.max(0, Math.min(side - 1, place + each)) - place
        sum += (weights[each + reach] as number) * (from[at + moved * step] as number)
      }
      return sum / total
    })
  return along(along(plane, 1), side)
}
