import { describe, expect, test } from 'vitest'
import { hash } from '../../test-support/made-picture.ts'
import { findBackground } from './background.ts'
import { binningOf, countValues, valueAt } from './value-counts.ts'

const none = new Float32Array(0)

/** Nearly normal noise around a mean, with a share of brighter values on top. */
function channel(mean: number, deviation: number, signalShare: number): Uint16Array {
  const unit = (index: number, salt: number) => hash(index, salt) / 2 ** 32
  return Uint16Array.from({ length: 40_000 }, (_, index) => {
    const noise = Array.from({ length: 12 }, (_, salt) => unit(index, salt)).reduce(
      (sum, each) => sum + each,
      -6,
    )
    const signal = unit(index, 20) < signalShare ? 100 + 2000 * unit(index, 21) : 0
    return Math.max(0, Math.round(mean + signal + deviation * noise))
  })
}

function backgroundOf(values: Uint8Array | Uint16Array) {
  const binning = binningOf(values instanceof Uint16Array ? 'u16' : 'u8', none)
  const counts = new Uint32Array(binning.bins)
  countValues(values, counts, binning)
  return findBackground(counts, binning)
}

describe('the background of a channel', () => {
  test.each([0, 0.3, 0.7, 0.85])('is found under a share of %d that is signal', (share) => {
    const found = backgroundOf(channel(200, 10, share))
    expect(Math.abs((found?.median ?? 0) - 200)).toBeLessThan(7)
    expect((found?.deviation ?? 0) / (0.6745 * 10)).toBeGreaterThan(0.6)
    expect((found?.deviation ?? 0) / (0.6745 * 10)).toBeLessThan(1.6)
  })

  test('is not what was filled in with zero', () => {
    const values = channel(200, 10, 0.2)
    values.fill(0, 0, 25_000)
    expect(Math.abs((backgroundOf(values)?.median ?? 0) - 200)).toBeLessThan(7)
  })

  test('may be zero where the camera gives few different values', () => {
    const values = Uint8Array.from({ length: 1000 }, (_, index) => (index < 700 ? 0 : index % 40))
    expect(backgroundOf(values)).toEqual({ median: 0, deviation: 0.25 })
  })

  test('is unknown of one value', () => {
    expect(backgroundOf(new Uint8Array(50).fill(7))).toBeNull()
  })
})

describe('counted values', () => {
  test('are told by their share', () => {
    const binning = binningOf('u8', none)
    const counts = new Uint32Array(binning.bins)
    countValues(
      Uint8Array.from({ length: 100 }, (_, index) => index),
      counts,
      binning,
    )
    expect(valueAt(counts, binning, 0.5)).toBe(49)
    expect(valueAt(counts, binning, 0.99)).toBe(98)
  })

  test('that are fractions lie between the ends of what was seen', () => {
    const values = Float32Array.from([-1, 0, 0.5, 1, Number.NaN])
    const binning = binningOf('f32', values)
    const counts = new Uint32Array(binning.bins)
    countValues(values, counts, binning)
    expect(valueAt(counts, binning, 0.25)).toBeCloseTo(-1)
    expect(valueAt(counts, binning, 0.75)).toBeCloseTo(0.5, 4)
    expect(valueAt(counts, binning, 1)).toBeCloseTo(1)
  })
})
