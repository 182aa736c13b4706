import type { FoundCell } from '../cells/find-cells.ts'
import type { FoundThings } from '../inference/predictor.ts'

/** Collects cells of a tile with a halo as things of the tile without it. */
export function createThingList(measurements: number, halo: number) {
  let count = 0
  let points = 0
  let room = roomFor(256, measurements)
  let outlines = new Float32Array(2 * 4096)

  return {
    add({ x, y, left, top, outline }: FoundCell, kind: number, values: readonly number[]): void {
      if (count === room.classes.length) room = grownTo(room, 2 * count, measurements)
      while (2 * (points + outline.count) > outlines.length) outlines = longer(outlines)
      room.x[count] = x - halo
      room.y[count] = y - halo
      room.classes[count] = kind
      room.measurements.set(values, count * measurements)
      for (let n = 0; n < outline.count; n += 1) {
        outlines[2 * points] = left - halo + (outline.points[2 * n] as number) / 2
        outlines[2 * points + 1] = top - halo + (outline.points[2 * n + 1] as number) / 2
        points += 1
      }
      count += 1
      room.outlineStarts[count] = points
    },

    finish: (): FoundThings => ({
      count,
      x: room.x.slice(0, count),
      y: room.y.slice(0, count),
      classes: room.classes.slice(0, count),
      measurements: room.measurements.slice(0, count * measurements),
      outlineStarts: room.outlineStarts.slice(0, count + 1),
      outlines: outlines.slice(0, 2 * points),
    }),
  }
}

const roomFor = (things: number, measurements: number) => ({
  x: new Float64Array(things),
  y: new Float64Array(things),
  classes: new Uint8Array(things),
  measurements: new Float32Array(things * measurements),
  outlineStarts: new Uint32Array(things + 1),
})

function grownTo(room: ReturnType<typeof roomFor>, things: number, measurements: number) {
  const larger = roomFor(things, measurements)
  larger.x.set(room.x)
  larger.y.set(room.y)
  larger.classes.set(room.classes)
  larger.measurements.set(room.measurements)
  larger.outlineStarts.set(room.outlineStarts)
  return larger
}

function longer(array: Float32Array): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(2 * array.length)
  larger.set(array)
  return larger
}
