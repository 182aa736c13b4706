import { describe, expect, test } from 'vitest'
import { fromHeat, measureOf, qcMeasureKeys, qcMeasures, toHeat } from './qc-measures.ts'
import { judge, limitsOf, type QcMeasurement, valueWith, worstOf } from './qc-verdict.ts'

const focusRange = qcMeasures.focus.tiles

/** So many tiles with each value of focus. */
function tilesOf(values: Record<number, number>): QcMeasurement {
  const tileCounts = new Array<number>(256).fill(0)
  for (const [value, count] of Object.entries(values)) tileCounts[toHeat(focusRange, Number(value))] = count
  return { key: 'focus', channel: null, value: null, tileCounts }
}

describe('the heat of a tile', () => {
  test.each([0.02, 0.08, 0.4, 0.7, 4])('keeps %f within a step of the scale', (value) => {
    expect(fromHeat(focusRange, toHeat(focusRange, value)) / value).toBeCloseTo(1, 1)
  })

  test.each([
    [0, 1],
    [-5, 1],
    [9, 255],
  ])('%f lies beyond the scale and gets its end', (value, heat) => {
    expect(toHeat(focusRange, value)).toBe(heat)
  })
})

describe('the value of a slide', () => {
  test('is the share of tiles beyond the limit', () => {
    expect(valueWith(tilesOf({ 0.1: 12, 0.5: 88 }), limitsOf('focus'))).toBe(12)
  })

  test('follows the limit for tiles without measuring again', () => {
    const measured = tilesOf({ 0.1: 12, 0.6: 8, 1: 80 })
    expect(valueWith(measured, limitsOf('focus', { focus: { tileFail: 0.8 } }))).toBe(20)
  })

  test('is unknown without tiles', () => {
    expect(valueWith(tilesOf({}), limitsOf('focus'))).toBeNull()
  })
})

describe('a verdict', () => {
  test.each([
    ['focus', 5, 'passed'],
    ['focus', 5.1, 'warned'],
    ['focus', 20.1, 'failed'],
    ['brightness', 215, 'passed'],
    ['brightness', 214, 'warned'],
    ['brightness', 159, 'failed'],
    ['folds', 100, 'warned'],
  ] as const)('of %s %f is %s', (key, value, verdict) => {
    expect(judge(key, value, limitsOf(key))).toBe(verdict)
  })

  test('needs a value', () => {
    expect(judge('focus', null, limitsOf('focus'))).toBeNull()
  })

  test('of the slide is the worst of its measures', () => {
    expect(worstOf(['passed', null, 'warned'])).toBe('warned')
    expect(worstOf(['passed', 'failed', 'warned'])).toBe('failed')
    expect(worstOf([null])).toBe('passed')
  })
})

test('limits of the stain go before those of the organisation, and these before the proposals', () => {
  const common = { focus: { warn: 8, fail: 30 } }
  const ofStain = { focus: { warn: null } }
  expect(limitsOf('focus', common, ofStain)).toEqual({ warn: null, fail: 30, tileWarn: 0.7, tileFail: 0.4 })
})

test.each(qcMeasureKeys)('%s is proposed to warn before it fails', (key) => {
  const { worse, limits, tiles } = measureOf(key)
  const isWorse = (one: number, other: number, end = worse) => (end === 'high' ? one > other : one < other)
  if (limits.warn !== null && limits.fail !== null) expect(isWorse(limits.fail, limits.warn)).toBe(true)
  expect(limits.tileFail === undefined).toBe(tiles === undefined)
  if (tiles && limits.tileWarn !== undefined && limits.tileFail !== undefined) {
    expect(isWorse(limits.tileFail, limits.tileWarn, tiles.worse)).toBe(true)
  }
})
