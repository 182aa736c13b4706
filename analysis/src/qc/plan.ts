import type { Level, PixelType, SlideImage } from '@cresyl/slides'
import { type Scale, scaleOf } from './scale.ts'

/** Equal steps over the image from its upper left corner; the last may reach over its edge. */
export interface Grid {
  readonly width: number
  readonly height: number
  /** Pixels of full resolution that a step spans. */
  readonly stepX: number
  readonly stepY: number
  /** µm that a step spans. */
  readonly micrometresX: number
  readonly micrometresY: number
}

/** Pixels of a level, averaged by whole factors. */
export interface Averaged {
  readonly level: number
  readonly factorX: number
  readonly factorY: number
  /** Of the averaged pixels. */
  readonly grid: Grid
}

export interface CheckPlan {
  readonly width: number
  readonly height: number
  readonly scale: Scale
  readonly channels: number
  readonly pixelType: PixelType
  /** Bits that are used of each sample. */
  readonly bitDepth: number
  /** About 8 µm a pixel: the whole image. */
  readonly overview: Averaged
  /** About 1 µm a pixel: where there is tissue. */
  readonly fine: Averaged
  /** About 128 µm each: the pixels of heat maps. */
  readonly cells: Grid
  /** How many tiles of full resolution are looked at, at most. */
  readonly fullTiles: number
  readonly z: number
  readonly t: number
  /** What had to be assumed, in sentences. */
  readonly assumptions: readonly string[]
}

const overviewMicrometres = 8
const fineMicrometres = 1
const cellMicrometres = 128

/** A level may be so much coarser than wanted: scanners' levels are rarely round numbers. */
const tolerance = 1.15

/** Samples of the overview, all channels together, and cells: beyond, pixels get larger rather than memory. */
const mostOverviewSamples = 120_000_000
const mostCells = 1_000_000

export function planCheck(image: SlideImage, z: number, t: number): CheckPlan {
  const scale = scaleOf(image)
  const channels = image.channels.length
  const samples = Math.max(3, 2 * channels)
  const { width, height, pixelType, bitDepth } = image
  const area = width * scale.x * height * scale.y
  const wanted = Math.max(overviewMicrometres, Math.sqrt((area * samples) / mostOverviewSamples))
  const fine = average(image, scale, fineMicrometres)
  const side = Math.max(cellMicrometres, Math.sqrt(area / mostCells))
  const cells = gridOf(image, scale, Math.max(1, side / scale.x), Math.max(1, side / scale.y))
  const assumptions = scale.assumption ? [scale.assumption] : []
  const coarsest = Math.max(fine.grid.micrometresX, fine.grid.micrometresY)
  if (coarsest > fineMicrometres * 1.5)
    assumptions.push(
      `Full resolution is ${Number(coarsest.toPrecision(3))} µm a pixel: focus was measured on that, though slight blur can't be told at less than 1 µm a pixel.`,
    )
  const overview = average(image, scale, wanted)
  const common = { width, height, scale, channels, pixelType, bitDepth }
  return { ...common, overview, fine, cells, fullTiles: 48, z, t, assumptions }
}

/** The coarsest level that is fine enough, and how many of its pixels go to one of about the size that is wanted. */
function average(image: SlideImage, scale: Scale, micrometres: number): Averaged {
  let chosen = 0
  image.levels.forEach((level, index) => {
    const { x, y } = levelSteps(image, level)
    const isFine = x * scale.x <= micrometres * tolerance && y * scale.y <= micrometres * tolerance
    if (isFine && level.width < (image.levels[chosen] as Level).width) chosen = index
  })
  const level = image.levels[chosen] as Level
  const steps = levelSteps(image, level)
  const factorX = factor(micrometres / (steps.x * scale.x), level.width)
  const factorY = factor(micrometres / (steps.y * scale.y), level.height)
  const grid = {
    ...gridOf(image, scale, factorX * steps.x, factorY * steps.y),
    width: Math.ceil(level.width / factorX),
    height: Math.ceil(level.height / factorY),
  }
  return { level: chosen, factorX, factorY, grid }
}

const factor = (wanted: number, size: number) => Math.min(size, Math.max(1, Math.round(wanted)))

/** Pixels of full resolution to one of a level. */
export const levelSteps = (image: Pick<SlideImage, 'width' | 'height'>, level: Level) => ({
  x: image.width / level.width,
  y: image.height / level.height,
})

function gridOf(image: SlideImage, scale: Scale, stepX: number, stepY: number): Grid {
  return {
    width: Math.ceil(image.width / stepX),
    height: Math.ceil(image.height / stepY),
    stepX,
    stepY,
    micrometresX: stepX * scale.x,
    micrometresY: stepY * scale.y,
  }
}
