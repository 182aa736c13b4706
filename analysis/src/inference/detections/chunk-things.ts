import { gzipSync } from 'node:zlib'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { FoundThings } from '../predictor.ts'
import { chunkSide } from '../run-plan.ts'
import { DensityTile, densityCells, tileSpan } from './density-tile.ts'
import { encodeThings, thingTileSide } from './thing-tile.ts'

/** A tile of the file of detections, compressed by gzip as browsers take it. */
export interface EncodedThingTile {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** The level whose tiles are as large as a chunk: those up to it need nothing from beyond. */
export const chunkThingLevel = Math.log2(chunkSide / thingTileSide)

/** Things of a chunk, in pixels of the grid, as tiles of single things and of how many there are. */
export function encodeChunkThings(
  found: readonly FoundThings[],
  classes: number,
  chunk: Box,
): EncodedThingTile[] {
  const tiles: EncodedThingTile[] = []
  const things = joinThings(found)
  const whole = new Map<string, { x: number; y: number; which: number[] }>()
  for (let n = 0; n < things.count; n += 1) {
    const [x, y] = tileAt(things, n, thingTileSide, chunk)
    const key = `${x},${y}`
    const tile = whole.get(key) ?? { x, y, which: [] }
    whole.set(key, tile)
    tile.which.push(n)
  }
  for (const { x, y, which } of [...whole.values()].sort(inRows)) {
    const bytes = encodeThings(things, which, { x: x * thingTileSide, y: y * thingTileSide })
    tiles.push({ level: 0, x, y, count: which.length, bytes: gzipSync(bytes) })
  }
  for (let level = 1; level <= chunkThingLevel; level += 1)
    tiles.push(...densityTiles(things, classes, level, chunk))
  return tiles
}

function densityTiles(things: FoundThings, classes: number, level: number, chunk: Box): EncodedThingTile[] {
  const span = tileSpan(level)
  const cell = span / densityCells
  const made = new Map<string, { x: number; y: number; tile: DensityTile; count: number }>()
  for (let n = 0; n < things.count; n += 1) {
    const [x, y] = tileAt(things, n, span, chunk)
    const [column, row] = tileAt(things, n, cell, chunk)
    const key = `${x},${y}`
    const found = made.get(key) ?? { x, y, tile: new DensityTile(classes), count: 0 }
    made.set(key, found)
    found.tile.add(things.classes[n] as number, column % densityCells, row % densityCells)
    found.count += 1
  }
  return [...made.values()]
    .sort(inRows)
    .map(({ x, y, tile, count }) => ({ level, x, y, count, bytes: gzipSync(tile.encode()) }))
}

/** Which square of this side a thing lies in; one on the far edge of its chunk still belongs to it. */
function tileAt(
  things: FoundThings,
  n: number,
  side: number,
  { x, y, width, height }: Box,
): [number, number] {
  const inside = (value: number, from: number, size: number) =>
    Math.min(Math.max(value, from), from + size - 1e-6)
  return [
    Math.floor(inside(things.x[n] as number, x, width) / side),
    Math.floor(inside(things.y[n] as number, y, height) / side),
  ]
}

interface Placed {
  readonly x: number
  readonly y: number
}
const inRows = (one: Placed, other: Placed) => one.y - other.y || one.x - other.x

/** One after the other. */
export function joinThings(parts: readonly FoundThings[]): FoundThings {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const points = parts.reduce((sum, part) => sum + part.outlines.length / 2, 0)
  const values = parts.reduce((sum, part) => sum + part.measurements.length, 0)
  const joined = {
    count,
    x: new Float64Array(count),
    y: new Float64Array(count),
    classes: new Uint8Array(count),
    measurements: new Float32Array(values),
    outlineStarts: new Uint32Array(count + 1),
    outlines: new Float32Array(2 * points),
  }
  let [at, valueAt, pointAt] = [0, 0, 0]
  for (const part of parts) {
    joined.x.set(part.x, at)
    joined.y.set(part.y, at)
    joined.classes.set(part.classes, at)
    joined.measurements.set(part.measurements, valueAt)
    joined.outlines.set(part.outlines, 2 * pointAt)
    for (let n = 0; n < part.count; n += 1)
      joined.outlineStarts[at + n] = pointAt + (part.outlineStarts[n] as number)
    at += part.count
    valueAt += part.measurements.length
    pointAt += part.outlines.length / 2
    joined.outlineStarts[at] = pointAt
  }
  return joined
}

/** Moves things, and leaves out those whose place is not in the box they belong to. */
export function placeThings(things: FoundThings, box: Box): FoundThings {
  const isInside = (n: number) => {
    const [x, y] = [things.x[n] as number, things.y[n] as number]
    return x >= 0 && y >= 0 && x < box.width && y < box.height
  }
  const kept = Array.from({ length: things.count }, (_, n) => n).filter(isInside)
  const each = things.count === 0 ? 0 : things.measurements.length / things.count
  const outlineStarts = new Uint32Array(kept.length + 1)
  const outlines: number[] = []
  kept.forEach((n, index) => {
    for (let i = things.outlineStarts[n] as number; i < (things.outlineStarts[n + 1] as number); i += 1)
      outlines.push(
        (things.outlines[2 * i] as number) + box.x,
        (things.outlines[2 * i + 1] as number) + box.y,
      )
    outlineStarts[index + 1] = outlines.length / 2
  })
  return {
    count: kept.length,
    x: Float64Array.from(kept, (n) => (things.x[n] as number) + box.x),
    y: Float64Array.from(kept, (n) => (things.y[n] as number) + box.y),
    classes: Uint8Array.from(kept, (n) => things.classes[n] as number),
    measurements: Float32Array.from(
      kept.flatMap((n) => [...things.measurements.subarray(n * each, (n + 1) * each)]),
    ),
    outlineStarts,
    outlines: Float32Array.from(outlines),
  }
}
