/** Single things in a tile. Places and points are in pixels of the run's grid, from the corner of the tile. */
export interface ThingTile {
  readonly count: number
  readonly x: Float32Array
  readonly y: Float32Array
  /** By the manifest's order, from 0. */
  readonly classes: Uint8Array
  /** The points of thing n are those from `starts[n]` to `starts[n + 1]`; x and y of each one after the other. */
  readonly starts: Uint32Array
  readonly points: Float32Array
}

const headerBytes = 8
const positionParts = 64
const outlineParts = 16

/** Reads a tile of level 0, as streamed-replies.ts of the contract says it is laid out. Rejects what is cut off. */
export function readThings(bytes: ArrayBuffer): ThingTile {
  const view = new DataView(bytes)
  const count = view.getUint32(0, true)
  const measurements = view.getUint16(4, true)
  let at = headerBytes
  const x = new Float32Array(count)
  const y = new Float32Array(count)
  for (const values of [x, y]) {
    for (let n = 0; n < count; n += 1, at += 2) values[n] = view.getUint16(at, true) / positionParts
  }
  at += 4 * measurements * count
  const starts = new Uint32Array(count + 1)
  for (let n = 0; n < count; n += 1, at += 2) starts[n + 1] = (starts[n] ?? 0) + view.getUint16(at, true)
  const points = new Float32Array(2 * (starts[count] ?? 0))
  for (let n = 0; n < count; n += 1) {
    for (let point = starts[n] ?? 0; point < (starts[n + 1] ?? 0); point += 1, at += 4) {
      points[2 * point] = (x[n] ?? 0) + view.getInt16(at, true) / outlineParts
      points[2 * point + 1] = (y[n] ?? 0) + view.getInt16(at + 2, true) / outlineParts
    }
  }
  return { count, x, y, starts, points, classes: new Uint8Array(bytes, at, count) }
}

/** How many things of each class lie in each cell, row by row, one class after the other. */
export function readDensity(bytes: ArrayBuffer, classes: number, cells: number): Uint32Array {
  const view = new DataView(bytes)
  return Uint32Array.from({ length: classes * cells * cells }, (_, index) => view.getUint32(4 * index, true))
}
