import { qcMeasures, shareBeyond } from '@cresyl/contract/qc/qc-measures'
import { expect, test } from 'vitest'
import { colourAt, maskColours } from './colour-maps.ts'
import { coloured, isBeyond, lookupOf } from './lookup.ts'
import { testClassMap, testHeatMap, testMask } from './test-overlay.ts'

const focus = qcMeasures.focus.tiles
const clipping = qcMeasures.clipping.tiles
const whole = { colours: 'heat', limit: null } as const
const entry = (lookup: Uint8ClampedArray, heat: number) => [...lookup.slice(4 * heat, 4 * heat + 4)]

test('nothing is drawn where there is nothing', () => {
  expect(entry(lookupOf(testHeatMap(focus), whole), 0)).toEqual([0, 0, 0, 0])
  expect(entry(lookupOf(testMask(), whole), 0)).toEqual([0, 0, 0, 0])
})

test('what is bad has the colour of the bad end, whichever end of the values that is', () => {
  const bad = [...colourAt('heat', 1), 255]
  expect(entry(lookupOf(testHeatMap(focus), whole), 1)).toEqual(bad)
  expect(entry(lookupOf(testHeatMap(clipping), whole), 255)).toEqual(bad)
})

test('with a limit exactly those are drawn that the measure counts', () => {
  for (const [range, limit] of [
    [focus, 0.08],
    [clipping, 20],
  ] as const) {
    const lookup = lookupOf(testHeatMap(range), { colours: 'viridis', limit })
    for (let heat = 1; heat < 256; heat++) {
      const counts = Array.from({ length: 256 }, (_, each) => (each === heat ? 1 : 0))
      const isCounted = shareBeyond(range, counts, limit) === 100
      expect(isBeyond(range, heat, limit)).toBe(isCounted)
      expect(entry(lookup, heat)[3]).toBe(isCounted ? 255 : 0)
    }
  }
})

test('a pixel that a mask covers in part is drawn in part', () => {
  const lookup = lookupOf(testMask(), whole)
  expect(entry(lookup, 255)).toEqual([...maskColours.fault, 255])
  expect(entry(lookup, 64)[3]).toBe(64)
})

test('numbers become pixels', () => {
  const lookup = lookupOf(testHeatMap(clipping), whole)
  const pixels = coloured(Uint8Array.of(0, 255, 7), lookup)
  expect([...pixels]).toEqual([...entry(lookup, 0), ...entry(lookup, 255), ...entry(lookup, 7)])
})

test('each class has its own colour, and what is no class is not drawn', () => {
  const lookup = lookupOf(
    testClassMap([
      [10, 20, 30],
      [40, 50, 60],
    ]),
    whole,
  )
  expect([1, 2, 3].map((heat) => entry(lookup, heat))).toEqual([
    [10, 20, 30, 255],
    [40, 50, 60, 255],
    [0, 0, 0, 0],
  ])
})
