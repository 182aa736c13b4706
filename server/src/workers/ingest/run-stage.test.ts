import { expect, test } from 'vitest'
import { timeLimitOf } from './run-stage.ts'

const hours = (given?: Parameters<typeof timeLimitOf>[0]) => timeLimitOf(given) / 3_600_000

test('a stage may take as long as its pixels do on a slow machine, but no few bytes are believed to be many', () => {
  const pixels = 200_000 * 200_000
  expect(hours()).toBe(0.5)
  expect(hours({ pixels: 8e9, bytes: 1e9 })).toBeCloseTo(4.9, 1)
  expect(hours({ pixels, bytes: 4e9 })).toBe(11)
  // One block of 3 KB, shown in 38,416 places.
  expect(hours({ pixels, bytes: 310_000 })).toBeLessThan(0.75)
})
