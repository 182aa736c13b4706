import { expect, test } from 'vitest'
import { checkParams } from './predictor-params.ts'
import { testManifest } from './test-support/test-manifest.ts'

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
        ...{ kind: 'choice', key: 'method', label: 'Method', default: 'macenko', ...told },
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
    ...{ strength: 4, method: 'reinhard', outlines: true },
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
