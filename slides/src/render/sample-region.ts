import type { PixelMemory, PixelTile } from '../pixels.ts'
import type { Plane, SlideImage } from '../slide.ts'
import { backgroundOf, type Progress, readRegion } from './read-region.ts'
import { allocatePixels } from './region-limits.ts'
import {
  checkPlane,
  checkSource,
  type PlannedRegion,
  planRegion,
  type Region,
  sourceSpan,
  sourceTiles,
} from './region-plan.ts'
import { addByRows, createResampler, type OutputWindow } from './resample.ts'
import { countTiles, levelOf, tilesInOrder } from './tiles-in-order.ts'

export interface SampleOptions {
  readonly plane?: Plane | undefined
  /** Told after each tile. */
  readonly progress?: Progress | undefined
  /** For who reads many regions one after another; new each time where left out. */
  readonly memory?: PixelMemory | undefined
}

/**
 * The values of one plane at any scale, of the image's own pixel type: for measuring, nothing is adjusted for display.
 * Averages samples each for itself; outside the image it is white for 8-bit RGB, 0 for everything else.
 */
export async function sampleRegion(
  image: SlideImage,
  region: Region & SampleOptions,
  signal?: AbortSignal,
): Promise<PixelTile> {
  checkPlane(image, region.plane ?? {})
  const plan = planRegion(image, region)
  checkSource(image, plan, 1)
  const whole = { left: 0, top: 0, right: plan.width, bottom: plan.height }
  return samplePlan(image, plan, whole, { ...region, prepare: (tile) => tile }, signal)
}

export interface PlanOptions extends SampleOptions {
  /** What is done to each tile before it is resampled; all tiles must come out with the same samples. */
  readonly prepare: (tile: PixelTile) => PixelTile
  /** Outside the image, one value a sample of a prepared tile. */
  readonly background?: readonly number[] | undefined
  /** Bytes of sums that are held at a time; less of them means that tiles may be read more than once. */
  readonly sumBytes?: number | undefined
}

/** Makes a part of a planned region. */
export async function samplePlan(
  image: SlideImage,
  plan: PlannedRegion,
  window: OutputWindow,
  options: PlanOptions,
  signal?: AbortSignal,
): Promise<PixelTile> {
  const { plane, progress, memory, prepare } = options
  const { background = backgroundOf(image), sumBytes = 64 * 1024 * 1024 } = options
  signal?.throwIfAborted()
  const { level, columns, rows } = plan
  const width = window.right - window.left
  const height = window.bottom - window.top
  if (columns.copyFrom !== undefined && rows.copyFrom !== undefined) {
    const x = columns.copyFrom + window.left
    const y = rows.copyFrom + window.top
    return prepare(await readRegion(image, { level, x, y, width, height, plane, progress, memory }, signal))
  }
  const samples = background.length
  const { pixelType } = image
  const data = allocatePixels(pixelType, width, height, samples, memory)
  if (plan.enlarges) {
    const across = sourceSpan(columns, window.left, window.right)
    const down = sourceSpan(rows, window.top, window.bottom)
    const resampler = createResampler(columns, rows, window, background, pixelType, data)
    if (across.from < across.to && down.from < down.to) {
      const size = { width: across.to - across.from, height: down.to - down.from }
      const part = { level, x: across.from, y: down.from, ...size, plane, progress }
      addByRows(resampler, prepare(await readRegion(image, part, signal)), across.from, down.from)
    }
    resampler.finishBefore(Number.POSITIVE_INFINITY)
    return { width, height, samples, pixelType, data }
  }

  const { tileWidth, tileHeight } = levelOf(image, level)
  const blocks = columnBlocks(plan, window, tileHeight, sumBytes / (samples * 8))
  const total = blocks.reduce((sum, block) => sum + countTiles(sourceTiles(image, plan, block)), 0)
  let done = 0
  for (const block of blocks) {
    const target = data.subarray((block.left - window.left) * samples)
    const resampler = createResampler(columns, rows, block, background, pixelType, target, width * samples)
    const range = sourceTiles(image, plan, block)
    for await (const { x, y, tile } of tilesInOrder(image, level, range, plane, signal)) {
      resampler.add(prepare(tile), x * tileWidth, y * tileHeight)
      if (x === range.right - 1) resampler.finishBefore((y + 1) * tileHeight)
      progress?.(++done, total)
    }
    resampler.finishBefore(Number.POSITIVE_INFINITY)
  }
  return { width, height, samples, pixelType, data }
}

/** Parts of the output narrow enough that the rows a row of tiles leaves unfinished stay within bounds. */
function columnBlocks(plan: PlannedRegion, window: OutputWindow, tileHeight: number, heldPixels: number) {
  const unfinishedRows = Math.min(window.bottom - window.top, Math.ceil(tileHeight / plan.rows.step) + 2)
  const columns = Math.max(16, Math.floor(heldPixels / unfinishedRows))
  const blocks: OutputWindow[] = []
  for (let left = window.left; left < window.right; left += columns)
    blocks.push({ ...window, left, right: Math.min(window.right, left + columns) })
  return blocks
}
