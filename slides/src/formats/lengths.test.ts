import { expect, test } from 'vitest'
import { micrometres } from './lengths.ts'

test.each([
  [0.25, 'µm', 0.25],
  [0.25, 'μm', 0.25],
  [0.25, '\ufffdm', 0.25],
  [0.25, '\\u00B5m', 0.25],
  [0.25, 'micron', 0.25],
  [250, 'nm', 0.25],
  [2500, 'Å', 0.25],
  [2500, '\u212b', 0.25],
  [0.00025, 'mm', 0.25],
  [0.000025, 'cm', 0.25],
  [2.5e-7, 'm', 0.25],
  [0.00001, 'in', 0.254],
  [0.00001, 'inch', 0.254],
])('%f %s is %f µm', (value, unit, expected) => {
  expect(micrometres(value, unit)).toBe(expected)
})

test.each([
  [1, 'pixel'],
  [1, 'reference frame'],
  [1, ''],
  [1, 'constructor'],
  [0, 'µm'],
  [-1, 'µm'],
  [Number.NaN, 'µm'],
  [Number.POSITIVE_INFINITY, 'µm'],
  [undefined, 'µm'],
])('%s %s is no length', (value, unit) => {
  expect(micrometres(value, unit)).toBeUndefined()
})
