import type { FoundThings } from '../predictor.ts'

/** Side of a tile with single things, in pixels of the run's grid. */
export const thingTileSide = 512

/** Positions are kept in these parts of a pixel, points of outlines relative to them. */
const positionParts = 64
const outlineParts = 16

const headerBytes = 8

/**
 * A tile of things as bytes, little-endian: how many there are (u32), how many measurements each has (u16), 0 (u16);
 * then x of all, y of all (u16, 64ths of a pixel from the tile's corner), measurements (f32), points of each outline
 * (u16), all points (i16, 16ths of a pixel from the thing's place), classes (u8).
 * @param corner of the tile, in the pixels that things are given in.
 */
export function encodeThings(
  things: FoundThings,
  which: readonly number[],
  corner: { readonly x: number; readonly y: number },
): Uint8Array {
  const each = things.count === 0 ? 0 : things.measurements.length / things.count
  const pointsOf = (n: number) =>
    (things.outlineStarts[n + 1] as number) - (things.outlineStarts[n] as number)
  const points = which.reduce((sum, n) => sum + pointsOf(n), 0)
  const count = which.length
  const bytes = new Uint8Array(headerBytes + count * (2 + 2 + 4 * each + 2 + 1) + points * 4)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, count, true)
  view.setUint16(4, each, true)
  let at = headerBytes
  const most = thingTileSide * positionParts - 1
  const place = (value: number, from: number) =>
    Math.min(most, Math.max(0, Math.round((value - from) * positionParts)))
  for (const [values, from] of [
    [things.x, corner.x],
    [things.y, corner.y],
  ] as const) {
    for (const n of which) {
      view.setUint16(at, place(values[n] as number, from), true)
      at += 2
    }
  }
  for (const n of which) {
    for (let i = 0; i < each; i += 1, at += 4)
      view.setFloat32(at, things.measurements[n * each + i] as number, true)
  }
  for (const n of which) {
    view.setUint16(at, pointsOf(n), true)
    at += 2
  }
  for (const n of which) {
    const start = things.outlineStarts[n] as number
    const [x, y] = [things.x[n] as number, things.y[n] as number]
    for (let i = start; i < start + pointsOf(n); i += 1, at += 4) {
      view.setInt16(at, offsetOf(things.outlines[2 * i] as number, x), true)
      view.setInt16(at + 2, offsetOf(things.outlines[2 * i + 1] as number, y), true)
    }
  }
  for (const n of which) bytes[at++] = things.classes[n] as number
  return bytes
}

const offsetOf = (value: number, from: number) =>
  Math.max(-32768, Math.min(32767, Math.round((value - from) * outlineParts)))

/** Positions are in pixels of the grid. */
export function decodeThings(
  bytes: Uint8Array,
  tile: { readonly x: number; readonly y: number },
): FoundThings {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint32(0, true)
  const each = view.getUint16(4, true)
  let at = headerBytes
  const positions = (from: number) =>
    Float64Array.from({ length: count }, () => {
      at += 2
      return from + view.getUint16(at - 2, true) / positionParts
    })
  const x = positions(tile.x * thingTileSide)
  const y = positions(tile.y * thingTileSide)
  const measurements = Float32Array.from({ length: count * each }, () => {
    at += 4
    return view.getFloat32(at - 4, true)
  })
  const outlineStarts = new Uint32Array(count + 1)
  for (let n = 0; n < count; n += 1, at += 2)
    outlineStarts[n + 1] = (outlineStarts[n] as number) + view.getUint16(at, true)
  const outlines = new Float32Array(2 * (outlineStarts[count] as number))
  for (let n = 0; n < count; n += 1) {
    for (let i = outlineStarts[n] as number; i < (outlineStarts[n + 1] as number); i += 1, at += 4) {
      outlines[2 * i] = (x[n] as number) + view.getInt16(at, true) / outlineParts
      outlines[2 * i + 1] = (y[n] as number) + view.getInt16(at + 2, true) / outlineParts
    }
  }
  return { count, x, y, classes: bytes.slice(at, at + count), measurements, outlineStarts, outlines }
}
