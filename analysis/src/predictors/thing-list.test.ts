import { expect, test } from 'vitest'
import type { FoundCell } from '../cells/find-cells.ts'
import { createThingList } from './thing-list.ts'

test('keeps every thing with what was measured, however many there are', () => {
  const list = createThingList(2, 10)
  const outline = { count: 4, points: Int32Array.of(0, 0, 6, 0, 6, 6, 0, 6) }
  for (let n = 0; n < 3000; n += 1) {
    const cell = { x: 12 + n, y: 20, left: 11 + n, top: 17, outline } as FoundCell
    list.add(cell, n % 3, [n, -n])
  }
  const { count, x, y, classes, measurements, outlineStarts, outlines } = list.finish()
  expect(count).toBe(3000)
  const all = Array.from({ length: count }, (_, n) => n)
  expect([...x]).toEqual(all.map((n) => n + 2))
  expect(new Set(y)).toEqual(new Set([10]))
  expect([...classes]).toEqual(all.map((n) => n % 3))
  expect([...measurements]).toEqual(all.flatMap((n) => [n, -n]))
  expect([...outlineStarts]).toEqual([...all, count].map((n) => 4 * n))
  expect([...outlines.subarray(8, 16)]).toEqual([2, 7, 5, 7, 5, 10, 2, 10])
})
