import type { Box } from '@cresyl/contract/image-space'
import type { Level, PixelData, PixelTile, SlideError, SlideImage } from '@cresyl/slides'
import { toRgb } from './pixels.ts'
import type { CheckPlan } from './plan.ts'
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
  plan: CheckPlan,
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
  const unknown = new Uint8Array(width * height)
  const heldRows = Math.min(height, Math.ceil(level.tileHeight / factorY) + 1)
  const sums = planes.map(() => new Float64Array(heldRows * width * samples))
  const counts = new Uint32Array(heldRows * width)
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
    if (column === 0) finishRows(Math.floor(y / factorY))
    if (tiles) {
      const place = { x, y, factorX, factorY, width, heldRows }
      tiles.forEach((tile, plane) => {
        const data = samples === 3 ? toRgb(tile, image.bitDepth) : tile.data
        addPixels(data, tile, samples, sums[plane] as Float64Array, place)
      })
      const [first] = tiles
      if (first) countPixels(first, counts, place)
    } else onMissing(boxOfTile(image, level, { column, row }), error)
    onTile()
  }
  finishRows(height)
  return { width, height, planes, samples, unknown }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly factorX: number
  readonly factorY: number
  readonly width: number
  readonly heldRows: number
}

/** Means of a row; where nothing was counted it is 0. */
function writeMeans(
  target: Uint8Array | Float32Array,
  sums: Float64Array,
  counts: Uint32Array,
  samples: number,
): void {
  const isBytes = target instanceof Uint8Array
  for (let x = 0, at = 0; x < counts.length; x += 1)
    for (const end = at + samples, count = Math.max(1, counts[x] as number); at < end; at += 1) {
      const mean = (sums[at] as number) / count
      target[at] = isBytes ? Math.round(mean) : mean
    }
}

/** Sums of what belongs to one pixel of the overview are made in a row before they are added. */
function addPixels(
  data: PixelData,
  { width, height }: PixelTile,
  samples: 1 | 3,
  sums: Float64Array,
  place: Place,
): void {
  const { x, y, factorX, factorY, heldRows } = place
  const addRow = samples === 3 ? addRgbRow : addRow1
  const begin = factorX - (x % factorX)
  for (let row = 0; row < height; row += 1) {
    const held = (Math.floor((y + row) / factorY) % heldRows) * place.width
    const target = (held + Math.floor(x / factorX)) * samples
    addRow(data, row * width, (row + 1) * width, sums, target, begin, factorX)
  }
}

function addRow1(
  data: PixelData,
  from: number,
  to: number,
  sums: Float64Array,
  target: number,
  begin: number,
  factor: number,
): void {
  for (let pixel = from, end = from + begin, into = target; pixel < to; end += factor, into += 1) {
    let sum = 0
    for (const stop = Math.min(to, end); pixel < stop; pixel += 1) sum += data[pixel] as number
    sums[into] = (sums[into] as number) + sum
  }
}

function addRgbRow(
  data: PixelData,
  from: number,
  to: number,
  sums: Float64Array,
  target: number,
  begin: number,
  factor: number,
): void {
  let at = 3 * from
  for (let end = from + begin, into = target; at < 3 * to; end += factor, into += 3) {
    let [red, green, blue] = [0, 0, 0]
    for (const stop = 3 * Math.min(to, end); at < stop; at += 3) {
      red += data[at] as number
      green += data[at + 1] as number
      blue += data[at + 2] as number
    }
    sums[into] = (sums[into] as number) + red
    sums[into + 1] = (sums[into + 1] as number) + green
    sums[into + 2] = (sums[into + 2] as number) + blue
  }
}

function countPixels({ width, height }: PixelTile, counts: Uint32Array, place: Place): void {
  const { x, y, factorX, factorY, heldRows } = place
  for (let row = 0; row < height; ) {
    const line = Math.floor((y + row) / factorY)
    const rows = Math.min(height, (line + 1) * factorY - y) - row
    const held = (line % heldRows) * place.width
    for (let column = x; column < x + width; ) {
      const target = Math.floor(column / factorX)
      const end = Math.min(x + width, (target + 1) * factorX)
      counts[held + target] = (counts[held + target] as number) + (end - column) * rows
      column = end
    }
    row += rows
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
