import { SlideError } from '../errors.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { type Axis, planAxis } from './axis.ts'
import { checkRectangle, checkRegionSize, checkSourceSize } from './region-limits.ts'
import type { OutputWindow } from './resample.ts'
import { countTiles, levelOf, type TileRange, tilesHolding } from './tiles-in-order.ts'

/** A rectangle in pixels of full resolution, not necessarily whole ones; may reach beyond the image. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * How large to make it; full resolution when nothing is given. `outputWidth` and `outputHeight` fit the rectangle to
 * exactly that size (one alone keeps the proportions). `mpp` (µm to an output pixel) and `downsample` (pixels of full
 * resolution to an output pixel) are kept exactly, and the size is rounded to whole output pixels.
 */
export interface OutputScale {
  readonly outputWidth?: number | undefined
  readonly outputHeight?: number | undefined
  readonly mpp?: number | undefined
  readonly downsample?: number | undefined
}

export type Region = Rectangle & OutputScale

export interface PlannedRegion {
  readonly level: number
  readonly width: number
  readonly height: number
  readonly columns: Axis
  readonly rows: Axis
  /** Whether both directions get larger, so that the source is smaller than the output. */
  readonly enlarges: boolean
}

interface Steps {
  readonly x: number
  readonly y: number
}

/**
 * Pixels of full resolution to one of a level, in each direction. Levels are made by whole factors and then rounded to
 * whole pixels, so the quotient of the sizes is slightly off; the whole factor is taken where it explains the sizes.
 */
export function levelScale(image: Pick<SlideImage, 'width' | 'height' | 'levels'>, level: number): Steps {
  const found = image.levels[level]
  if (!found || level === 0) return { x: 1, y: 1 }
  const x = image.width / found.width
  const y = image.height / found.height
  const mean = (x + y) / 2
  const explains = (factor: number) =>
    Math.abs(image.width / factor - found.width) < 1 && Math.abs(image.height / factor - found.height) < 1
  // Small levels can be explained by several factors; powers of two are the usual ones.
  const likely = x === y && Number.isInteger(x) ? x : 2 ** Math.round(Math.log2(mean))
  const factor = [likely, Math.round(mean)].find(explains)
  return factor ? { x: factor, y: factor } : { x, y }
}

/** A level up to this much coarser than wanted is still good enough to enlarge. */
const tolerance = 1.01

/** The coarsest level that is not coarser than wanted (pixels of full resolution to an output pixel). */
export function chooseLevel(image: Pick<SlideImage, 'width' | 'height' | 'levels'>, wanted: Steps): number {
  let best = 0
  let bestScale = 1
  image.levels.forEach((_level, index) => {
    const { x, y } = levelScale(image, index)
    if (x > wanted.x * tolerance || y > wanted.y * tolerance || x * y <= bestScale) return
    best = index
    bestScale = x * y
  })
  return best
}

/** How many output pixels a region has, and how many pixels of full resolution go to each. */
export function outputSize(
  image: Pick<SlideImage, 'mpp'>,
  region: Region,
): { steps: Steps; width: number; height: number } {
  checkRectangle(region)
  const { mpp, downsample, outputWidth, outputHeight } = region
  const given = [mpp, downsample, outputWidth ?? outputHeight].filter((value) => value !== undefined)
  if (given.length > 1)
    throw new SlideError(
      'out_of_range',
      'region',
      'is given more than one of mpp, downsample and an output size',
    )
  for (const value of [mpp, downsample, outputWidth, outputHeight])
    if (value !== undefined && !(value > 0 && Number.isFinite(value)))
      throw new SlideError('out_of_range', 'region', `has ${value} for a scale or size`)

  if (outputWidth !== undefined || outputHeight !== undefined) {
    const { width, height } = region
    const across = outputWidth ?? Math.max(1, Math.round((width * (outputHeight as number)) / height))
    const down = outputHeight ?? Math.max(1, Math.round((height * across) / width))
    checkRegionSize(across, down)
    return { steps: { x: width / across, y: height / down }, width: across, height: down }
  }
  let steps = { x: downsample ?? 1, y: downsample ?? 1 }
  if (mpp !== undefined) {
    if (!image.mpp)
      throw new SlideError(
        'unsupported',
        'image',
        "does not say its µm per pixel; ask in pixels ('downsample')",
      )
    steps = { x: mpp / image.mpp.x, y: mpp / image.mpp.y }
  }
  const width = Math.max(1, Math.round(region.width / steps.x))
  const height = Math.max(1, Math.round(region.height / steps.y))
  checkRegionSize(width, height)
  return { steps, width, height }
}

/** Decides the level and the weights for a region; reads nothing. */
export function planRegion(image: SlideImage, region: Region): PlannedRegion {
  const { steps, width, height } = outputSize(image, region)
  const level = chooseLevel(image, steps)
  const scale = levelScale(image, level)
  const { width: levelWidth, height: levelHeight } = levelOf(image, level)
  const stepX = steps.x / scale.x
  const stepY = steps.y / scale.y
  return {
    level,
    width,
    height,
    enlarges: stepX < 1 && stepY < 1,
    columns: planLevelAxis(region.x, image.width, scale.x, stepX, width, levelWidth),
    rows: planLevelAxis(region.y, image.height, scale.y, stepY, height, levelHeight),
  }
}

/** `begin` and `length` in pixels of full resolution, `scale` of which go to one of the level's `size`. */
function planLevelAxis(
  begin: number,
  length: number,
  scale: number,
  step: number,
  count: number,
  size: number,
): Axis {
  return planAxis({ start: begin / scale, step, count, size, extent: Math.max(size, length / scale) })
}

/** The source pixels from `from` up to `to` that outputs `begin` up to `end` need; empty where there are none. */
export function sourceSpan(axis: Axis, begin: number, end: number): { from: number; to: number } {
  const low = Math.max(begin, axis.begin)
  const high = Math.min(end, axis.end)
  if (low >= high) return { from: 0, to: 0 }
  const taps = (axis.offsets[high] as number) - (axis.offsets[high - 1] as number)
  return { from: axis.first[low] as number, to: (axis.first[high - 1] as number) + taps }
}

/** The tiles that a part of the output is made of. */
export function sourceTiles(image: SlideImage, plan: PlannedRegion, window: OutputWindow): TileRange {
  const across = sourceSpan(plan.columns, window.left, window.right)
  const down = sourceSpan(plan.rows, window.top, window.bottom)
  return tilesHolding(levelOf(image, plan.level), across.from, down.from, across.to, down.to)
}

/** Refuses regions for which more has to be read of so many planes than `limits` allow. */
export function checkSource(image: SlideImage, plan: PlannedRegion, planes: number): void {
  const whole = { left: 0, top: 0, right: plan.width, bottom: plan.height }
  const { width, height, tileWidth, tileHeight } = levelOf(image, plan.level)
  const tilePixels = Math.min(width, tileWidth) * Math.min(height, tileHeight)
  checkSourceSize(plan.level, planes * countTiles(sourceTiles(image, plan, whole)) * tilePixels)
}

/** Refuses planes the image doesn't have. */
export function checkPlane(image: SlideImage, { c = 0, z = 0, t = 0 }: Plane): void {
  const isIndex = (value: number, size: number) => Number.isInteger(value) && value >= 0 && value < size
  if (isIndex(c, image.channels.length) && isIndex(z, image.sizeZ) && isIndex(t, image.sizeT)) return
  const sizes = `channels: ${image.channels.length}, z: ${image.sizeZ}, t: ${image.sizeT}`
  throw new SlideError(
    'out_of_range',
    `plane c ${c}, z ${z}, t ${t}`,
    `is not in the image, which has ${sizes}, each counted from 0`,
  )
}
