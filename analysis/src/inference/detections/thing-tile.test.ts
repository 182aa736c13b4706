import { expect, test } from 'vitest'
import { decodeThings, encodeThings } from './thing-tile.ts'

const things = {
  count: 3,
  x: Float64Array.of(520.25, 600.5, 1023.999),
  y: Float64Array.of(10, 11.015625, 511.5),
  classes: Uint8Array.of(2, 0, 1),
  measurements: Float32Array.of(1.5, -2, 3.25, 4, 0, 1e9),
  outlineStarts: Uint32Array.of(0, 3, 3, 5),
  outlines: Float32Array.of(519, 9, 521.5, 9, 520, 12, 1020, 500, 1030, 520.0625),
}

test('things come back to a 64th of a pixel, their outlines to a 16th, within the grid', () => {
  const back = decodeThings(encodeThings(things, [0, 1, 2], { x: 512, y: 0 }), { x: 1, y: 0 })
  expect(back.count).toBe(3)
  for (let n = 0; n < 3; n += 1) {
    expect(Math.abs((back.x[n] as number) - (things.x[n] as number))).toBeLessThanOrEqual(1 / 64)
    expect(Math.abs((back.y[n] as number) - (things.y[n] as number))).toBeLessThanOrEqual(1 / 64)
  }
  expect(back.classes).toEqual(things.classes)
  expect(back.measurements).toEqual(things.measurements)
  expect(back.outlineStarts).toEqual(things.outlineStarts)
  back.outlines.forEach((value, at) => {
    expect(Math.abs(value - (things.outlines[at] as number))).toBeLessThanOrEqual(1 / 16)
  })
})

test('some of them are those that were asked for', () => {
  const back = decodeThings(encodeThings(things, [2], { x: 512, y: 0 }), { x: 1, y: 0 })
  expect(back).toMatchObject({ count: 1, classes: Uint8Array.of(1), measurements: Float32Array.of(0, 1e9) })
  expect(back.outlines).toHaveLength(4)
})

test('a tile of nothing is a tile', () => {
  expect(decodeThings(encodeThings(things, [], { x: 0, y: 0 }), { x: 0, y: 0 }).count).toBe(0)
})
