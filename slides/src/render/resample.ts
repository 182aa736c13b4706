import type { PixelData, PixelTile, PixelType } from '../pixels.ts'
import { type Axis, planAxis } from './axis.ts'
import { allocatePixels, checkRectangle } from './region-limits.ts'

/** The part of an output that is made: columns and rows, the ends not included. */
export interface OutputWindow {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Resampler {
  /** Takes a block of source pixels that begins at source pixel (x, y). Blocks must not overlap. */
  add(block: PixelTile, x: number, y: number): void
  /** Finishes the output rows that need no source row from `y` on; blocks given later must lie there. */
  finishBefore(y: number): void
}

/**
 * Resamples an image that comes in blocks, row of blocks by row of blocks, holding only the output rows that are not
 * finished. Finished rows go to `data`, which holds the window's pixels.
 */
export function createResampler(
  columns: Axis,
  rows: Axis,
  window: OutputWindow,
  background: readonly number[],
  pixelType: PixelType,
  data: PixelData,
  stride = (window.right - window.left) * background.length,
): Resampler {
  const samples = background.length
  const { left, right, top, bottom } = window
  const width = right - left
  const isWhole = pixelType !== 'f32'
  const unfinished = new Map<number, Float64Array>()
  const spare: Float64Array[] = []
  const across = new Float64Array(width * samples)
  let source = new Float64Array(0)
  let finished = top
  const firstColumn = Math.max(left, columns.begin)
  const lastColumn = Math.min(right, columns.end)
  const firstRow = Math.max(top, rows.begin)
  const lastRow = Math.min(bottom, rows.end)

  function add(block: PixelTile, x: number, y: number): void {
    const from = firstReaching(columns, x, firstColumn, lastColumn)
    const to = firstBeyond(columns, x + block.width - 1, from, lastColumn)
    if (from >= to) return
    const length = block.width * samples
    if (source.length < length) source = new Float64Array(length)
    if (block.uniform) {
      addUniform(block, x, y, from, to)
      return
    }
    for (let line = 0; line < block.height; line++) {
      const row = y + line
      const outputFrom = firstReaching(rows, row, firstRow, lastRow)
      const outputTo = firstBeyond(rows, row, outputFrom, lastRow)
      if (outputFrom >= outputTo) continue
      source.set(block.data.subarray(line * length, (line + 1) * length))
      sumAcross(columns, source, x, block.width, samples, from, to, across)
      for (let output = outputFrom; output < outputTo; output++) {
        const tap = (rows.offsets[output] as number) + row - (rows.first[output] as number)
        const weight = rows.weights[tap] as number
        addWeighted(sumsOf(output), (from - left) * samples, across, (to - from) * samples, weight)
      }
    }
  }

  function addUniform(block: PixelTile, x: number, y: number, from: number, to: number): void {
    // Nothing to be added.
    if (block.data.subarray(0, samples).every((value) => value === 0)) return
    source.set(block.data.subarray(0, block.width * samples))
    sumAcross(columns, source, x, block.width, samples, from, to, across)
    const outputFrom = firstReaching(rows, y, firstRow, lastRow)
    const outputTo = firstBeyond(rows, y + block.height - 1, outputFrom, lastRow)
    for (let output = outputFrom; output < outputTo; output++) {
      const tap = (rows.offsets[output] as number) - (rows.first[output] as number)
      const last = Math.min(lastTap(rows, output), y + block.height - 1)
      let weight = 0
      for (let row = Math.max(rows.first[output] as number, y); row <= last; row++)
        weight += rows.weights[tap + row] as number
      addWeighted(sumsOf(output), (from - left) * samples, across, (to - from) * samples, weight)
    }
  }

  function sumsOf(output: number): Float64Array {
    const known = unfinished.get(output)
    if (known) return known
    const sums = spare.pop()?.fill(0) ?? new Float64Array(width * samples)
    unfinished.set(output, sums)
    return sums
  }

  function finishBefore(y: number): void {
    for (; finished < bottom; finished++) {
      const isCovered = finished >= firstRow && finished < lastRow
      if (isCovered && lastTap(rows, finished) >= y) return
      const sums = unfinished.get(finished) ?? spare.pop()?.fill(0) ?? new Float64Array(width * samples)
      unfinished.delete(finished)
      const covered = isCovered ? (rows.coverage[finished] as number) : 0
      addBackground(sums, columns, left, right, covered, background)
      if (isWhole) for (let i = 0; i < sums.length; i++) sums[i] = Math.floor((sums[i] as number) + 0.5)
      data.set(sums, (finished - top) * stride)
      spare.push(sums)
    }
  }
  return { add, finishBefore }
}

const lastTap = (axis: Axis, output: number): number =>
  (axis.first[output] as number) + (axis.offsets[output + 1] as number) - (axis.offsets[output] as number) - 1

/** The first output pixel of a range that reaches as far as a source pixel, or the range's end. */
function firstReaching(axis: Axis, source: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (lastTap(axis, middle) < source) low = middle + 1
    else high = middle
  }
  return low
}

/** The first output pixel of a range that begins beyond a source pixel, or the range's end. */
function firstBeyond(axis: Axis, source: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if ((axis.first[middle] as number) <= source) low = middle + 1
    else high = middle
  }
  return low
}

/** Sums a line of source pixels, which begins at `x`, into output pixels `from` up to `to`. */
function sumAcross(
  { first, offsets, weights }: Axis,
  source: Float64Array,
  x: number,
  width: number,
  samples: number,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  let target = 0
  for (let output = from; output < to; output++) {
    const begin = offsets[output] as number
    const start = (first[output] as number) - x
    const low = start < 0 ? -start : 0
    const high = Math.min((offsets[output + 1] as number) - begin, width - start)
    if (samples === 3) {
      let red = 0
      let green = 0
      let blue = 0
      for (let k = low, at = (start + low) * 3; k < high; k++, at += 3) {
        const weight = weights[begin + k] as number
        red += weight * (source[at] as number)
        green += weight * (source[at + 1] as number)
        blue += weight * (source[at + 2] as number)
      }
      sums[target] = red
      sums[target + 1] = green
      sums[target + 2] = blue
    } else {
      for (let sample = 0; sample < samples; sample++) {
        let sum = 0
        for (let k = low, at = (start + low) * samples + sample; k < high; k++, at += samples)
          sum += (weights[begin + k] as number) * (source[at] as number)
        sums[target + sample] = sum
      }
    }
    target += samples
  }
}

function addWeighted(
  sums: Float64Array,
  at: number,
  values: Float64Array,
  count: number,
  weight: number,
): void {
  for (let i = 0; i < count; i++) sums[at + i] = (sums[at + i] as number) + weight * (values[i] as number)
}

function addBackground(
  sums: Float64Array,
  columns: Axis,
  left: number,
  right: number,
  coveredRows: number,
  background: readonly number[],
): void {
  if (background.every((value) => value === 0)) return
  const samples = background.length
  let at = 0
  for (let column = left; column < right; column++, at += samples) {
    const bare = 1 - (columns.coverage[column] as number) * coveredRows
    if (bare <= 0) continue
    for (let sample = 0; sample < samples; sample++)
      sums[at + sample] = (sums[at + sample] as number) + bare * (background[sample] as number)
  }
}

/** Copies a part of a block row by row into a resampler, which then holds few unfinished rows. */
export function addByRows(resampler: Resampler, block: PixelTile, x: number, y: number): void {
  const length = block.width * block.samples
  for (let row = 0; row < block.height; row++) {
    const line = block.data.subarray(row * length, (row + 1) * length)
    resampler.add({ ...block, height: 1, data: line }, x, y + row)
    resampler.finishBefore(y + row + 1)
  }
}

export interface ResampleRegion {
  /** Pixels of the tile, not necessarily whole ones, counted from its upper left corner. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Fits a rectangle of a tile to an output size: area average where it gets smaller, bilinear where it gets larger.
 * What lies outside the tile is `background`, one value a sample, 0 when left out.
 */
export function resampleTile(
  tile: PixelTile,
  region: ResampleRegion,
  outputWidth: number,
  outputHeight: number,
  background: readonly number[] = new Array(tile.samples).fill(0),
): PixelTile {
  checkRectangle(region)
  const { samples, pixelType } = tile
  const data = allocatePixels(pixelType, outputWidth, outputHeight, samples)
  const columns = planAxis({
    start: region.x,
    step: region.width / outputWidth,
    count: outputWidth,
    size: tile.width,
  })
  const rows = planAxis({
    start: region.y,
    step: region.height / outputHeight,
    count: outputHeight,
    size: tile.height,
  })
  const window = { left: 0, top: 0, right: outputWidth, bottom: outputHeight }
  const resampler = createResampler(columns, rows, window, background, pixelType, data)
  addByRows(resampler, tile, 0, 0)
  resampler.finishBefore(Number.POSITIVE_INFINITY)
  return { width: outputWidth, height: outputHeight, samples, pixelType, data }
}
