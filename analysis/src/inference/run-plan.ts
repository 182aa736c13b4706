import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { Plane, SlideImage } from '@cresyl/slides'

/** Tiles of the files that a run writes: in smaller ones every pixel takes half as long again to encode. */
export const fileTile = 512
/** A chunk has so many of them a side, and so many levels of its pyramids come from nothing but itself. */
export const chunkLevels = 4
export const chunkSide = fileTile * 2 ** (chunkLevels - 1)

/** A level within this of the µm that are wanted is taken as it is: enlarging by a little would blur for nothing. */
const tolerance = 0.05

/** Steps are whole multiples of 1 / this, so that places reckoned from different tiles are the same to the last bit. */
const finestStep = 2 ** 20

/** What people decide about a run. */
export interface RunRequest {
  /** µm of a pixel at full resolution. */
  readonly mpp: { readonly x: number; readonly y: number }
  /** Which channel of the image is taken for each of the manifest's, in their order. */
  readonly channels: readonly number[]
  /** In pixels of full resolution; all of the image where left out. */
  readonly region?: Box | undefined
  readonly z: number
  readonly t: number
}

/** The pixels that a run computes: a grid over the image, or over a region of it. */
export interface RunPlan {
  /** µm of its pixels. */
  readonly mpp: { readonly x: number; readonly y: number }
  /** Pixels of full resolution that one of its pixels spans. */
  readonly stepX: number
  readonly stepY: number
  /** Where its first pixel begins, in pixels of full resolution. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Computed at a time, and seen around it. */
  readonly tile: number
  readonly halo: number
  /** Chunks across and down; they count row by row. */
  readonly columns: number
  readonly rows: number
  readonly planes: readonly Plane[]
}

/** The grid on which a predictor works. The same image, manifest and request always give the same. */
export function planRun(
  image: Pick<SlideImage, 'width' | 'height' | 'levels'>,
  { input }: PredictorManifest,
  { mpp, channels, region, z, t }: RunRequest,
): RunPlan {
  const stepX = stepFor(input.mpp / mpp.x, scalesOf(image, 'width'))
  const stepY = stepFor(input.mpp / mpp.y, scalesOf(image, 'height'))
  const whole = { x: 0, y: 0, width: image.width, height: image.height }
  const box = cut(region ?? whole, whole)
  const [left, right] = gridSpan(box.x, box.width, stepX, image.width)
  const [top, bottom] = gridSpan(box.y, box.height, stepY, image.height)
  const width = right - left
  const height = bottom - top
  return {
    mpp: { x: mpp.x * stepX, y: mpp.y * stepY },
    stepX,
    stepY,
    x: left * stepX,
    y: top * stepY,
    width,
    height,
    // Chunks are made of whole tiles.
    tile: Math.min(2 ** Math.floor(Math.log2(input.tile)), chunkSide),
    halo: input.halo,
    columns: Math.ceil(width / chunkSide),
    rows: Math.ceil(height / chunkSide),
    planes: channels.length > 0 ? channels.map((c) => ({ c, z, t })) : [{ c: 0, z, t }],
  }
}

/** Pixels of full resolution to one of the grid: never less than one, as enlarging shows nothing more. */
function stepFor(wanted: number, scales: readonly number[]): number {
  const near = scales.find((scale) => Math.abs(scale / wanted - 1) <= tolerance)
  return near ?? Math.max(1, Math.round(wanted * finestStep) / finestStep)
}

/** Whole factors are meant where rounding to whole pixels explains the difference. */
function scalesOf(
  image: Pick<SlideImage, 'width' | 'height' | 'levels'>,
  side: 'width' | 'height',
): number[] {
  return image.levels.map((level) => {
    const scale = image[side] / level[side]
    const factor = Math.round(scale)
    return Math.abs(image[side] / factor - level[side]) < 1 ? factor : scale
  })
}

/** From whole pixels of the grid to whole pixels, at least one. */
function gridSpan(begin: number, length: number, step: number, side: number): [number, number] {
  const most = Math.ceil(side / step - 1e-6)
  const first = Math.min(most - 1, Math.floor(begin / step + 1e-6))
  return [first, Math.max(first + 1, Math.min(most, Math.ceil((begin + length) / step - 1e-6)))]
}

function cut(box: Box, { width, height }: Box): Box {
  const x = Math.min(Math.max(0, box.x), width)
  const y = Math.min(Math.max(0, box.y), height)
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width) - x,
    height: Math.min(height, box.y + box.height) - y,
  }
}

/** Where a chunk lies in the grid. */
export function boxOfChunk({ columns, width, height }: RunPlan, chunk: number): Box {
  const x = (chunk % columns) * chunkSide
  const y = Math.floor(chunk / columns) * chunkSide
  return { x, y, width: Math.min(chunkSide, width - x), height: Math.min(chunkSide, height - y) }
}

/** The chunk that a tile of the files belongs to; of the first levels only, which come from one chunk each. */
export function chunkAt(
  { columns }: Pick<RunPlan, 'columns'>,
  { level, x, y }: { readonly level: number; readonly x: number; readonly y: number },
): number {
  const tiles = 2 ** (chunkLevels - 1 - level)
  return Math.floor(y / tiles) * columns + Math.floor(x / tiles)
}

/** The tiles that are computed for a part of the grid: those of the whole grid that begin in it, cut to it. */
export function* tilesOf({ tile }: RunPlan, { x, y, width, height }: Box): Generator<Box> {
  for (let top = y; top < y + height; top += tile)
    for (let left = x; left < x + width; left += tile)
      yield {
        x: left,
        y: top,
        width: Math.min(tile, x + width - left),
        height: Math.min(tile, y + height - top),
      }
}
