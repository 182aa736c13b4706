import { expect, test } from 'vitest'
import { paramDraft, paramFaults, preferredOf, typedParams } from './param-draft.ts'
import { testPredictor } from './test-predictor.ts'

const { params } = testPredictor().manifest

test('the fields begin with what is preferred, else with what the manifest proposes', () => {
  expect(paramDraft(params, { strength: 80 })).toEqual({ strength: '80', look: 'warm', smooth: false })
})

test('a preference that is no longer in the range gives way to the proposal', () => {
  expect(paramDraft(params, { strength: 500, look: 'gone' })).toMatchObject({ strength: '100', look: 'warm' })
})

test('numbers are sent as numbers, with a point or a comma before the decimals', () => {
  expect(typedParams(params, { strength: '12,5', look: 'cold', smooth: true })).toEqual({
    strength: 12.5,
    look: 'cold',
    smooth: true,
  })
})

test.each(['', 'much', '1e3', '9', '201'])('"%s" is refused with the range', (strength) => {
  expect(paramFaults(params, { strength })).toEqual({ strength: 'Must be from 10 to 200 %.' })
})

test('only what differs from the proposal is kept as a preference', () => {
  expect(preferredOf(params, { strength: '100', look: 'cold', smooth: false })).toEqual({ look: 'cold' })
})
