import { expect, test } from 'vitest'
import { readDensity, readThings } from './detection-tile.ts'

/** Two things with one measurement each; the first has a triangle around it, the second no outline. */
function twoThings(): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(8 + 2 * (2 + 2 + 4 + 2 + 1) + 3 * 4))
  let at = 0
  const u16 = (...values: number[]) => {
    for (const value of values) {
      view.setUint16(at, value, true)
      at += 2
    }
  }
  view.setUint32(0, 2, true)
  at = 4
  u16(1, 0)
  u16(64 * 10, 64 * 20 + 32)
  u16(64 * 5, 64 * 6)
  at += 8
  u16(3, 0)
  for (const offset of [-16, -16, 16, -16, 0, 32]) {
    view.setInt16(at, offset, true)
    at += 2
  }
  view.setUint8(at, 1)
  view.setUint8(at + 1, 0)
  return view.buffer
}

test('things have their places, classes and outlines', () => {
  const { count, x, y, classes, starts, points } = readThings(twoThings())
  expect(count).toBe(2)
  expect([...x]).toEqual([10, 20.5])
  expect([...y]).toEqual([5, 6])
  expect([...classes]).toEqual([1, 0])
  expect([...starts]).toEqual([0, 3, 3])
  expect([...points]).toEqual([9, 4, 11, 4, 10, 7])
})

test('a tile that is cut off is refused', () => {
  expect(() => readThings(twoThings().slice(0, 20))).toThrow(RangeError)
  expect(() => readDensity(new ArrayBuffer(8), 1, 2)).toThrow(RangeError)
})

test('counts are those of one class after the other', () => {
  const view = new DataView(new ArrayBuffer(2 * 4 * 4))
  ;[0, 1, 2, 3, 4, 5, 6, 70_000].forEach((count, index) => {
    view.setUint32(4 * index, count, true)
  })
  expect([...readDensity(view.buffer, 2, 2)]).toEqual([0, 1, 2, 3, 4, 5, 6, 70_000])
})
