import type { Level, SlideImage } from '@cresyl/slides'
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

/** How the whole of an image is looked at. */
export interface OverviewPlan {
  readonly scale: Scale
  readonly channels: number
  /** About 8 µm a pixel: the whole image. */
  readonly overview: Averaged
  readonly z: number
  readonly t: number
}

const overviewMicrometres = 8

/** A level may be so much coarser than wanted: scanners' levels are rarely round numbers. */
const tolerance = 1.15

const usualSamples = 120_000_000

/** @param mostSamples of the overview, all channels together: beyond, pixels get larger rather than memory. */
export function planOverview(
  image: SlideImage,
  z: number,
  t: number,
  mostSamples = usualSamples,
): OverviewPlan {
  const scale = scaleOf(image)
  const channels = image.channels.length
  const samples = Math.max(3, 2 * channels)
  const area = image.width * scale.x * image.height * scale.y
  const wanted = Math.max(overviewMicrometres, Math.sqrt((area * samples) / mostSamples))
  return { scale, channels, overview: average(image, scale, wanted), z, t }
}

/** The coarsest level that is fine enough, and how many of its pixels go to one of about the size that is wanted. */
export function average(image: SlideImage, scale: Scale, micrometres: number): Averaged {
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

export function gridOf(image: SlideImage, scale: Scale, stepX: number, stepY: number): Grid {
  return {
    width: Math.ceil(image.width / stepX),
    height: Math.ceil(image.height / stepY),
    stepX,
    stepY,
    micrometresX: stepX * scale.x,
    micrometresY: stepY * scale.y,
  }
}
