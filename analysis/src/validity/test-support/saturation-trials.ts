import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { createTissue } from '@cresyl/slides'
import { checkQuality } from '../../qc/check-quality.ts'
import { memoryImage } from '../../test-support/memory-image.ts'
import { heatIn } from './cells.ts'
import { type Counts, count, sumOf } from './scores.ts'

/** µm; the level that is read for tissue is half as fine. */
const mpp = 0.5
/** Pixels along the side of a tile of the heat map. */
const cell = 128 / mpp
const most = 4095

/** Makes every other tile of a made fluorescence slide so many times brighter than the camera can say, and asks which. */
export async function trySaturation(seed: number, gain: number, side = 1024): Promise<Counts> {
  const tissue = createTissue({ seed, width: side, height: side, mpp, stain: 'fluorescence', coverage: 0.9 })
  const planes = [0, 1].map((c) => tissue.render(0, 0, side, side, { c }).data as Uint16Array)
  const [plane = new Uint16Array()] = planes
  const saturated = new Float64Array((side / cell) ** 2)
  for (let at = 0; at < plane.length; at += 1) {
    const column = Math.floor((at % side) / cell)
    const row = Math.floor(at / side / cell)
    if ((column + row) % 2 === 1) plane[at] = Math.min(most, gain * (plane[at] as number))
    const index = row * (side / cell) + column
    if ((plane[at] as number) >= most - 1) saturated[index] = (saturated[index] as number) + 1
  }
  const image = memoryImage({
    width: side,
    height: side,
    planes,
    samples: 1,
    mpp: { x: mpp, y: mpp },
    bitDepth: 12,
    channels: tissue.channels,
    factors: [1, 2],
  })
  const share = heatIn(await checkQuality(image), 'saturation', 0)
  const limit = qcMeasures.saturation.limits.tileFail
  return sumOf(
    Array.from(saturated, (pixels, index) => {
      const [column, row] = [index % (side / cell), Math.floor(index / (side / cell))]
      const found = share(column, row)
      const truth = (100 * pixels) / (cell * cell)
      // Tiles at the limit itself are neither.
      if (Number.isNaN(found) || (truth > limit / 2 && truth < limit * 2)) return count(false, false)
      return count(truth >= limit, found > limit)
    }),
  )
}
