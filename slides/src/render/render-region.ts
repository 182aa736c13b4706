import { bytesPerSample, type PixelTile } from '../pixels.ts'
import type { SlideImage } from '../slide.ts'
import {
  type ChannelDisplay,
  createCompositor,
  displayRgb,
  layOverWhite,
  visibleDisplays,
} from './composite.ts'
import { chooseDisplays, chooseIcc, type DisplayOptions } from './display-image.ts'
import type { IccTransform } from './icc.ts'
import type { Progress } from './read-region.ts'
import { allocatePixels } from './region-limits.ts'
import {
  checkPlane,
  checkSource,
  type PlannedRegion,
  planRegion,
  type Region,
  sourceTiles,
} from './region-plan.ts'
import type { OutputWindow } from './resample.ts'
import { samplePlan } from './sample-region.ts'
import { countTiles } from './tiles-in-order.ts'
import { valueRange } from './value-range.ts'

export interface RenderOptions extends DisplayOptions {
  /** Told after each tile. */
  readonly progress?: Progress | undefined
}

/**
 * A picture of a rectangle at any scale, RGB of 8 bits, made from the coarsest level that is fine enough. RGB images
 * are white around the image, others black.
 */
export async function renderRegion(
  image: SlideImage,
  region: Region & RenderOptions,
  signal?: AbortSignal,
): Promise<PixelTile> {
  signal?.throwIfAborted()
  const { z = 0, t = 0 } = region
  checkPlane(image, { z, t })
  const plan = planRegion(image, region)
  const planes = region.channels ? visibleDisplays(region.channels).length : image.channels.length
  checkSource(image, plan, planes)
  const displays = await chooseDisplays(image, region, signal)
  if (image.samples >= 3) {
    const icc = await chooseIcc(image, region, signal)
    return renderColors(image, plan, region, displays[0], icc, signal)
  }
  return renderChannels(image, plan, region, displays, signal)
}

async function renderColors(
  image: SlideImage,
  plan: PlannedRegion,
  { z = 0, t = 0, progress }: RenderOptions,
  display: ChannelDisplay | undefined,
  icc: IccTransform | null,
  signal?: AbortSignal,
): Promise<PixelTile> {
  const { width, height } = plan
  if (!display || display.visible === false) {
    const data = allocatePixels('u8', width, height, 3).fill(255)
    return { width, height, samples: 3, pixelType: 'u8', data }
  }
  const white = valueRange(image)[1]
  const background = [white, white, white]
  const prepare = (tile: PixelTile) => layOverWhite(tile, image)
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const plane = { c: 0, z, t }
  const colors = await samplePlan(image, plan, whole, { plane, progress, prepare, background }, signal)
  const shown = displayRgb(colors, display.window, display.gamma)
  return icc ? icc.apply(shown) : shown
}

/** Adds up the channels of a planned region, in bands of which at most `heldBytes` of channels are held at a time. */
export async function renderChannels(
  image: SlideImage,
  plan: PlannedRegion,
  { z = 0, t = 0, progress }: RenderOptions,
  displays: readonly ChannelDisplay[],
  signal?: AbortSignal,
  heldBytes = 128 * 1024 * 1024,
): Promise<PixelTile> {
  const { width, height } = plan
  const spread = spreadOf(image)
  const visible = visibleDisplays(displays).map((display): ChannelDisplay => {
    const [low, high] = display.window
    return spread === 1 ? display : { ...display, window: [low * spread, high * spread] }
  })
  const data = allocatePixels('u8', width, height, 3)
  const result: PixelTile = { width, height, samples: 3, pixelType: 'u8', data }
  if (visible.length === 0) return result
  const composite = createCompositor(image.pixelType, visible)
  const bands = rowBands(plan, heldBytes / (visible.length * bytesPerSample(image.pixelType)))
  const counts = bands.map((band) => countTiles(sourceTiles(image, plan, band)))
  const total = counts.reduce((sum, count) => sum + count, 0) * visible.length
  let done = 0
  for (const [index, band] of bands.entries()) {
    const channels: PixelTile[] = []
    for (const { channel } of visible) {
      const before = done
      const plane = { c: channel, z, t }
      const prepare = (tile: PixelTile) => spreadValues(tile, spread)
      const told =
        progress &&
        ((count: number, of: number) => progress(before + (counts[index] ?? of) * (count / of), total))
      channels.push(await samplePlan(image, plan, band, { plane, prepare, progress: told }, signal))
      done += counts[index] ?? 0
    }
    data.set(composite(channels).data, band.top * width * 3)
  }
  return result
}

/** A factor that leaves room between the values of fewer than 8 bits, as means of them need. */
const spreadOf = ({ pixelType, bitDepth }: SlideImage): number =>
  pixelType === 'u8' && bitDepth < 8 ? Math.floor(255 / (2 ** bitDepth - 1)) : 1

function spreadValues(tile: PixelTile, factor: number): PixelTile {
  if (factor === 1) return tile
  return { ...tile, data: Uint8Array.from(tile.data, (value) => Math.min(255, value * factor)) }
}

/** Parts of the output, from top to bottom, of which all channels fit into memory. */
function rowBands({ width, height }: PlannedRegion, heldPixels: number): OutputWindow[] {
  const rows = Math.max(16, Math.floor(heldPixels / width))
  const bands: OutputWindow[] = []
  for (let top = 0; top < height; top += rows)
    bands.push({ left: 0, right: width, top, bottom: Math.min(height, top + rows) })
  return bands
}
