import { expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { ByteRanges } from './byte-ranges.ts'

const listed = (ranges: ByteRanges) =>
  Array.from({ length: ranges.count }, (_, index) => [ranges.start(index), ranges.end(index)])

test('makes one of what touches or overlaps, in any order', () => {
  const ranges = new ByteRanges()
  for (const [start, end] of [
    [30, 40],
    [10, 20],
    [20, 25],
    [12, 15],
    [39, 41],
    [50, 50],
    [9, 11],
  ] as const) {
    ranges.add(start, end)
  }
  expect(listed(ranges)).toEqual([
    [9, 25],
    [30, 41],
  ])
})

test('knows what overlaps', () => {
  const ranges = new ByteRanges()
  ranges.add(10, 20)
  ranges.add(30, 40)
  expect(
    [
      [0, 10],
      [0, 11],
      [20, 30],
      [19, 20],
      [25, 31],
      [40, 50],
      [15, 15],
    ].map(([a = 0, b = 0]) => ranges.overlaps(a, b)),
  ).toEqual([false, true, false, true, true, false, false])
})

test('agrees with a map of single bytes', () => {
  const random = seeded(7)
  const ranges = new ByteRanges()
  const map = new Uint8Array(60_000)
  for (let round = 0; round < 5000; round++) {
    const start = random.below(map.length - 10)
    const end = start + random.below(10)
    ranges.add(start, end)
    map.fill(1, start, end)
  }
  const painted = new Uint8Array(map.length)
  for (const [start = 0, end = 0] of listed(ranges)) painted.fill(1, start, end)
  expect(Buffer.compare(painted, map)).toBe(0)
  const bounds = listed(ranges).flat()
  expect(bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? 0))).toBe(true)
})

test('keeps tiles that lie one behind the other as one, however many', () => {
  const ranges = new ByteRanges()
  for (let tile = 0; tile < 1_000_000; tile++) ranges.add(2 ** 40 + tile * 7, 2 ** 40 + tile * 7 + 7)
  expect(listed(ranges)).toEqual([[2 ** 40, 2 ** 40 + 7_000_000]])
})
