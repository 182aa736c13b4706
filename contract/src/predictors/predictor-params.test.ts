import { expect, test } from 'vitest'
import { testManifest } from '../test-support/test-manifest.ts'
import { checkParams } from './predictor-params.ts'

const told = { help: '' }
const manifest = testManifest(
  {},
  {
    params: [
      {
        kind: 'number',
        key: 'strength',
        label: 'Strength',
        unit: 'µm',
        default: 2,
        min: 0,
        max: 4,
        step: 1,
        ...told,
      },
      {
        kind: 'choice',
        key: 'method',
        label: 'Method',
        default: 'macenko',
        ...told,
        options: [
          { key: 'macenko', label: 'Macenko' },
          { key: 'reinhard', label: 'Reinhard' },
        ],
      },
      { kind: 'switch', key: 'outlines', label: 'Outlines', default: true, ...told },
    ],
  },
)
const proposed = { strength: 2, method: 'macenko', outlines: true }

test('what nobody says is as proposed', () => {
  expect(checkParams(manifest, {})).toEqual({ values: proposed, faults: {} })
})

test("the organisation's preference comes before the proposal, and what was given before both", () => {
  const preferred = { strength: 3, method: 'reinhard' }
  expect(checkParams(manifest, { strength: 4 }, preferred).values).toEqual({
    strength: 4,
    method: 'reinhard',
    outlines: true,
  })
})

test('a preference that a newer version no longer allows is left aside', () => {
  expect(checkParams(manifest, {}, { strength: 40 })).toEqual({ values: proposed, faults: {} })
})

test.each([
  [{ strength: 5 }, { strength: 'Must be from 0 to 4 µm.' }],
  [{ strength: Number.NaN }, { strength: 'Must be from 0 to 4 µm.' }],
  [{ strength: '3' }, { strength: 'Must be from 0 to 4 µm.' }],
  [{ method: 'other' }, { method: 'Must be one of: Macenko, Reinhard.' }],
  [{ outlines: 1 }, { outlines: 'Must be on or off.' }],
  [{ colour: 1 }, { colour: 'This predictor has no such setting.' }],
])('%o is refused', (given, faults) => {
  expect(checkParams(manifest, given)).toEqual({ values: proposed, faults })
})

const limit = (key: string, standard: number, less_than?: string) => ({
  kind: 'number' as const,
  key,
  label: key.toUpperCase(),
  unit: 'µm²',
  ...told,
  default: standard,
  min: 0,
  max: 100,
  step: 1,
  ...(less_than !== undefined && { less_than }),
})
const ordered = testManifest(
  {},
  { params: [limit('low', 10, 'mid'), limit('mid', 20, 'high'), limit('high', 30)] },
)
const defaults = { low: 10, mid: 20, high: 30 }

test.each([
  [{ low: 5, mid: 6, high: 7 }, {}, {}],
  [{ low: 90, high: 95 }, {}, { low: 'Must be below "MID" (20 µm²).' }],
  [{ mid: 30 }, {}, { mid: 'Must be below "HIGH" (30 µm²).' }],
  [
    { high: 15, mid: 16 },
    {},
    { mid: 'Must be below "HIGH" (15 µm²).', high: 'Must be above "MID" (16 µm²).' },
  ],
  [{ low: 50 }, { mid: 60, high: 70 }, {}],
  [{ low: 15 }, { mid: 12 }, { low: 'Must be below "MID" (12 µm²).' }],
])(
  '%o with %o preferred has its numbers in order, or is refused where it was given',
  (given, preferred, faults) => {
    expect(checkParams(ordered, given, preferred).faults).toEqual(faults)
  },
)

test('preferences that contradict each other are left aside', () => {
  expect(checkParams(ordered, {}, { low: 90, high: 40 })).toEqual({ values: defaults, faults: {} })
})

test('numbers that are out of order give way to the defaults', () => {
  expect(checkParams(ordered, { low: 90, mid: 80, high: 70 }).values).toEqual(defaults)
})
