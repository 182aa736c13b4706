import type { TileRange } from '@cresyl/contract/qc/qc-measures'
import { expect, test } from 'vitest'
import { colourAt } from './colour-maps.ts'
import { legendOf, placeOnLegend, valueOnLegend } from './legend.ts'

const focus: TileRange = { unit: '', low: 0.001, high: 2, scale: 'log', worse: 'low' }
const clipping: TileRange = { unit: '%', low: 0, high: 100, scale: 'linear', worse: 'high' }

test('values rise to the right, and the bad end has its colour', () => {
  expect(legendOf(focus, 'heat').stops[0]).toEqual({ at: 0, colour: colourAt('heat', 1) })
  expect(legendOf(clipping, 'heat').stops.at(-1)).toEqual({ at: 1, colour: colourAt('heat', 1) })
})

test('its figures are round ones', () => {
  expect(legendOf(clipping, 'heat').ticks.map(({ value }) => value)).toEqual([0, 25, 50, 75, 100])
  expect(legendOf(focus, 'heat').ticks.map(({ value }) => value)).toEqual([0.001, 0.01, 0.1, 1])
})

test('figures stand where their colour is', () => {
  expect(placeOnLegend(clipping, 50)).toBeCloseTo(0.5, 2)
  expect(placeOnLegend(focus, 0.001)).toBe(0)
  expect(valueOnLegend(focus, placeOnLegend(focus, 0.08))).toBeCloseTo(0.08, 2)
})
