import { describe, expect, it } from 'vitest'
import { seededRandom } from '../test-support/seeded.ts'
import { type Axis, planAxis } from './axis.ts'

const tapsOf = (axis: Axis, output: number) => {
  const weights = [...axis.weights.subarray(axis.offsets[output], axis.offsets[output + 1])]
  return weights.map((weight, k) => ({ pixel: (axis.first[output] ?? 0) + k, weight }))
}

describe('planAxis', () => {
  it('keeps constants and linear ramps at any scale and offset, with no weight below 0', () => {
    const random = seededRandom(1)
    let checked = 0
    const worst = { sum: 0, middle: 0, least: 1 }
    for (let run = 0; run < 400; run++) {
      const step = Math.exp((random() * 2 - 1) * 3)
      const size = 20 + Math.floor(random() * 300)
      const start = random() * 20
      const count = Math.floor((size - start) / step)
      if (count < 1) continue
      const axis = planAxis({ start, step, count, size })
      expect([axis.begin, axis.end]).toEqual([0, count])
      for (let i = 0; i < count; i++) {
        const taps = tapsOf(axis, i)
        const centre = start + (i + 0.5) * step
        const sum = taps.reduce((total, { weight }) => total + weight, 0)
        const middle = taps.reduce((total, { pixel, weight }) => total + weight * (pixel + 0.5), 0)
        worst.sum = Math.max(worst.sum, Math.abs(sum - 1))
        for (const { weight } of taps) worst.least = Math.min(worst.least, weight)
        // Half a source pixel at the ends has only one neighbour to interpolate with.
        if (centre >= 0.5 && centre <= size - 0.5) {
          worst.middle = Math.max(worst.middle, Math.abs(middle - centre))
          checked++
        }
      }
    }
    expect(worst.sum).toBeLessThan(1e-9)
    expect(worst.middle).toBeLessThan(2e-6)
    expect(worst.least).toBeGreaterThanOrEqual(0)
    expect(checked).toBeGreaterThan(10_000)
  })

  it('is the plain mean for whole factors on whole pixels', () => {
    const axis = planAxis({ start: 6, step: 3, count: 4, size: 30 })
    expect(tapsOf(axis, 1).map(({ pixel }) => pixel)).toEqual([9, 10, 11])
    for (const { weight } of tapsOf(axis, 1)) expect(weight).toBeCloseTo(1 / 3, 12)
  })

  it('reads no pixel that an area only touches by rounding', () => {
    const axis = planAxis({ start: 0.1 * 3 * 10, step: 0.7 * 10, count: 3, size: 40 })
    expect(axis.first[0]).toBe(3)
    expect(tapsOf(axis, 0)).toHaveLength(7)
  })

  it('knows which part of each pixel lies inside the image', () => {
    const axis = planAxis({ start: -3, step: 2, count: 6, size: 4 })
    expect([...axis.coverage]).toEqual([0, 0.5, 1, 0.5, 0, 0])
    expect([axis.begin, axis.end]).toEqual([1, 4])
    expect(tapsOf(axis, 3)).toEqual([{ pixel: 3, weight: 0.5 }])
  })

  it('covers whole pixels however much it enlarges', () => {
    for (const step of [1e-2, 1e-4, 1e-6, 1e-8]) {
      const axis = planAxis({ start: 3 - step * 50, step, count: 100, size: 8 })
      expect([axis.begin, axis.end]).toEqual([0, 100])
      expect(Math.min(...axis.coverage)).toBe(1)
    }
  })

  it('repeats the last pixel where a level was rounded down', () => {
    const axis = planAxis({ start: 0, step: 1, count: 5, size: 4, extent: 4.75 })
    expect(tapsOf(axis, 4)).toEqual([{ pixel: 3, weight: 0.75 }])
  })

  it('is all background far outside', () => {
    for (const start of [-1e12, 1e12, 40, -10]) {
      const axis = planAxis({ start, step: 1, count: 10, size: 40 })
      expect(axis.begin).toBe(axis.end)
      expect(axis.copyFrom).toBeUndefined()
    }
  })

  it('sees when pixels are only copied', () => {
    expect(planAxis({ start: 7, step: 1, count: 10, size: 40 }).copyFrom).toBe(7)
    expect(planAxis({ start: 7.5, step: 1, count: 10, size: 40 }).copyFrom).toBeUndefined()
    expect(planAxis({ start: 31, step: 1, count: 10, size: 40 }).copyFrom).toBeUndefined()
    expect(planAxis({ start: -1, step: 1, count: 10, size: 40 }).copyFrom).toBeUndefined()
    expect(planAxis({ start: 0, step: 1.01, count: 10, size: 40 }).copyFrom).toBeUndefined()
  })
})
