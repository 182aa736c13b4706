import type { Box } from '@cresyl/contract/slides/image-space'
import type { Level, PixelTile, SlideError, SlideImage } from '@cresyl/slides'
import { addPixels, countPixels, type Place, rgbMeansWriter, writeMeans } from './overview-sums.ts'
import { toRgb } from './pixels.ts'
import type { OverviewPlan } from './plan-overview.ts'
import { readTiles, type TileAddress } from './read-tiles.ts'

/** Means of every sample of every channel, before anybody knows what kind of image it is. */
export interface RawOverview {
  readonly width: number
  readonly height: number
  /** Of each channel: values as in the file, or red, green and blue of 8 bits side by side. */
  readonly planes: readonly (Uint8Array | Float32Array)[]
  readonly samples: 1 | 3
  /** 1 where nothing could be decoded. */
  readonly unknown: Uint8Array
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  readonly onTile: () => void
  readonly onMissing: (box: Box, error: SlideError | undefined) => void
}

export function* allTiles({ width, height, tileWidth, tileHeight }: Level): Generator<TileAddress> {
  for (let row = 0; row * tileHeight < height; row += 1)
    for (let column = 0; column * tileWidth < width; column += 1) yield { column, row }
}

export const countTiles = ({ width, height, tileWidth, tileHeight }: Level): number =>
  Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight)

/** Averages the whole image down. Each tile is decoded once; only the rows under way are held as sums. */
export async function readOverview(
  image: SlideImage,
  plan: Pick<OverviewPlan, 'overview' | 'channels' | 'z' | 't'>,
  { signal, onTile, onMissing }: ReadOptions,
): Promise<RawOverview> {
  const { level: index, factorX, factorY, grid } = plan.overview
  const level = image.levels[index] as Level
  const { width, height } = grid
  const samples = image.samples === 1 ? 1 : 3
  const isBytes = samples === 3 || image.pixelType === 'u8'
  const planes = Array.from({ length: plan.channels }, () =>
    isBytes ? new Uint8Array(width * height * samples) : new Float32Array(width * height * samples),
  )
  // No pixel of the overview has parts in two tiles: its mean is known at once.
  const isApart = samples === 3 && level.tileWidth % factorX === 0 && level.tileHeight % factorY === 0
  const unknown = new Uint8Array(width * height).fill(isApart ? 1 : 0)
  const heldRows = isApart ? 0 : Math.min(height, Math.ceil(level.tileHeight / factorY) + 1)
  const sums = planes.map(() => new Float64Array(heldRows * width * samples))
  const counts = new Uint32Array(heldRows * width)
  const writeRgbMeans = rgbMeansWriter()
  let finished = 0

  /** Rows of the overview lie in the sums at their number modulo `heldRows`. */
  const finishRows = (end: number) => {
    for (; finished < end; finished += 1) {
      const held = (finished % heldRows) * width
      for (let x = 0; x < width; x += 1) if (counts[held + x] === 0) unknown[finished * width + x] = 1
      planes.forEach((plane, index) => {
        const target = plane.subarray(finished * width * samples, (finished + 1) * width * samples)
        const row = (sums[index] as Float64Array).subarray(held * samples, (held + width) * samples)
        writeMeans(target, row, counts.subarray(held, held + width), samples)
      })
      counts.fill(0, held, held + width)
      for (const sum of sums) sum.fill(0, held * samples, (held + width) * samples)
    }
  }

  const selected = planes.map((_, c) => ({ c, z: plan.z, t: plan.t }))
  for await (const { column, row, planes: tiles, error } of readTiles(
    image,
    index,
    allTiles(level),
    selected,
    signal,
  )) {
    const x = column * level.tileWidth
    const y = row * level.tileHeight
    if (column === 0 && !isApart) finishRows(Math.floor(y / factorY))
    if (tiles) {
      const place = { x, y, factorX, factorY, width, heldRows }
      const [first] = tiles
      const [whole] = planes
      if (isApart && first && whole instanceof Uint8Array) {
        writeRgbMeans(toRgb(first, image), first, whole, place)
        markKnown(unknown, first, place)
        onTile()
        continue
      }
      tiles.forEach((tile, plane) => {
        const data = samples === 3 ? toRgb(tile, image) : tile.data
        addPixels(data, tile, samples, sums[plane] as Float64Array, place)
      })
      if (first) countPixels(first, counts, place)
    } else onMissing(boxOfTile(image, level, { column, row }), error)
    onTile()
  }
  if (!isApart) finishRows(height)
  return { width, height, planes, samples, unknown }
}

function markKnown(
  unknown: Uint8Array,
  { width, height }: PixelTile,
  { x, y, factorX, factorY, width: across }: Place,
): void {
  const columns = Math.ceil(width / factorX)
  for (let row = y / factorY; row < (y + height) / factorY; row += 1) {
    const start = row * across + x / factorX
    unknown.fill(0, start, start + columns)
  }
}

/** Where a tile lies, in pixels of full resolution. */
export function boxOfTile(image: SlideImage, level: Level, { column, row }: TileAddress): Box {
  const scaleX = image.width / level.width
  const scaleY = image.height / level.height
  const width = Math.min(level.tileWidth, level.width - column * level.tileWidth)
  const height = Math.min(level.tileHeight, level.height - row * level.tileHeight)
  return {
    x: column * level.tileWidth * scaleX,
    y: row * level.tileHeight * scaleY,
    width: width * scaleX,
    height: height * scaleY,
  }
}
