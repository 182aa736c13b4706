import { expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { nearestRational } from './rational.ts'

test('simple fractions are found exactly', () => {
  expect(nearestRational(40_000)).toEqual({ numerator: 40_000, denominator: 1 })
  expect(nearestRational(0.75)).toEqual({ numerator: 3, denominator: 4 })
  expect(nearestRational(10_000 / 0.2498)).toEqual({ numerator: 50_000_000, denominator: 1249 })
})

test('any size of a pixel comes back to nine digits within 32 bits', () => {
  const random = seeded(3)
  for (let i = 0; i < 2000; i++) {
    const mpp = (1 + random.below(1e6)) / 10 ** random.below(7)
    const { numerator, denominator } = nearestRational(10_000 / mpp)
    expect(Math.max(numerator, denominator)).toBeLessThan(2 ** 32)
    expect(Math.abs((10_000 * denominator) / numerator / mpp - 1)).toBeLessThan(1e-9)
  }
  expect(nearestRational(1e12)).toEqual({ numerator: 2 ** 32 - 1, denominator: 1 })
})
