import type { PixelType, SlideImage } from '@cresyl/slides'
import {
  type Averaged,
  average,
  type Grid,
  gridOf,
  type OverviewPlan,
  planOverview,
} from '../overview/plan-overview.ts'

export interface CheckPlan extends OverviewPlan {
  readonly width: number
  readonly height: number
  readonly pixelType: PixelType
  /** Bits that are used of each sample. */
  readonly bitDepth: number
  /** About 1 µm a pixel: where there is tissue. */
  readonly fine: Averaged
  /** About 128 µm each: the pixels of heat maps. */
  readonly cells: Grid
  /** How many tiles of full resolution are looked at, at most. */
  readonly fullTiles: number
  /** What had to be assumed, in sentences. */
  readonly assumptions: readonly string[]
}

const fineMicrometres = 1
const cellMicrometres = 128

/** Beyond, cells get larger rather than memory. */
const mostCells = 1_000_000

export function planCheck(image: SlideImage, z: number, t: number): CheckPlan {
  const { width, height, pixelType, bitDepth } = image
  const seen = planOverview(image, z, t)
  const { scale } = seen
  const area = width * scale.x * height * scale.y
  const fine = average(image, scale, fineMicrometres)
  const side = Math.max(cellMicrometres, Math.sqrt(area / mostCells))
  const cells = gridOf(image, scale, Math.max(1, side / scale.x), Math.max(1, side / scale.y))
  const assumptions = scale.assumption ? [scale.assumption] : []
  const coarsest = Math.max(fine.grid.micrometresX, fine.grid.micrometresY)
  if (coarsest > fineMicrometres * 1.5)
    assumptions.push(
      `Full resolution is ${Number(coarsest.toPrecision(3))} µm a pixel: focus was measured at that, but slight blur only shows at 1 µm a pixel or finer.`,
    )
  return { ...seen, width, height, pixelType, bitDepth, fine, cells, fullTiles: 48, assumptions }
}
