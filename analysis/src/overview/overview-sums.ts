import type { PixelData, PixelTile } from '@cresyl/slides'
import { aligned } from '../loops/instantiate.ts'
import { createOverviewLoops } from '../loops/overview-loops.ts'

/** Where a tile lies in the level, and how its pixels go to those of the overview. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly factorX: number
  readonly factorY: number
  readonly width: number
  readonly heldRows: number
}

/** Means of a row; where nothing was counted it is 0. */
export function writeMeans(
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
export function addPixels(
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

/** Counts the pixels of a tile that belong to each of the overview. */
export function countPixels({ width, height }: PixelTile, counts: Uint32Array, place: Place): void {
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

/**
 * Writes the means of tiles of red, green and blue whose pixels share no pixel of the overview with another tile. The
 * same as adding, counting and dividing, without keeping anything.
 */
export function rgbMeansWriter(): typeof writeRgbMeans {
  const loops = createOverviewLoops()
  return (data, size, target, place) => {
    const { width, height } = size
    const { x, y, factorX, factorY, width: across } = place
    if (factorX !== 2 || factorY !== 2 || width % 16 !== 0 || height % 2 !== 0)
      return writeRgbMeans(data, size, target, place)
    const halved = aligned(data.length)
    const memory = loops.reserve(halved + data.length / 4)
    new Uint8Array(memory, 0, data.length).set(data)
    loops.halveRgb(0, width, height, halved)
    const bytes = (3 * width) / 2
    for (let row = 0; row < height / 2; row += 1)
      target.set(new Uint8Array(memory, halved + row * bytes, bytes), ((y / 2 + row) * across + x / 2) * 3)
  }
}

/** The plain way, for all factors. */
export function writeRgbMeans(
  data: Uint8Array,
  { width, height }: Pick<PixelTile, 'width' | 'height'>,
  target: Uint8Array,
  { x, y, factorX, factorY, width: across }: Place,
): void {
  for (let top = 0; top < height; top += factorY) {
    const rows = Math.min(factorY, height - top)
    let to = (((y + top) / factorY) * across + x / factorX) * 3
    for (let left = 0; left < width; left += factorX, to += 3) {
      const columns = Math.min(factorX, width - left)
      let [red, green, blue] = [0, 0, 0]
      for (let row = top; row < top + rows; row += 1)
        for (let at = (row * width + left) * 3, end = at + 3 * columns; at < end; at += 3) {
          red += data[at] as number
          green += data[at + 1] as number
          blue += data[at + 2] as number
        }
      const count = rows * columns
      target[to] = Math.round(red / count)
      target[to + 1] = Math.round(green / count)
      target[to + 2] = Math.round(blue / count)
    }
  }
}
