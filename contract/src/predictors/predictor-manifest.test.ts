import { expect, test } from 'vitest'
import { testManifest } from '../test-support/test-manifest.ts'
import { outputsOf, type PredictorManifest } from './predictor-manifest.ts'

const score = { kind: 'score', key: 'share', label: 'Share', unit: '%', digits: 1 } as const
const mask = {
  kind: 'mask',
  key: 'tissue',
  label: 'Tissue',
  classes: [{ key: 'a', label: 'A', color: '#aa00bb' }],
} as const
const told = { key: 'size', label: 'Size', help: '' }
const size = { kind: 'number', ...told, unit: 'µm', default: 5, min: 1, max: 9, step: 1 } as const

const faultsOf = (...given: Parameters<typeof testManifest>): unknown => {
  try {
    return testManifest(...given)
  } catch (error) {
    return (error as { issues: { path: unknown[]; message: string }[] }).issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )
  }
}

test('outputs of a kind keep their order', () => {
  const other = { ...score, key: 'other' }
  expect(
    outputsOf(testManifest({}, { outputs: [score, mask, other] as PredictorManifest['outputs'] }), 'score'),
  ).toEqual([score, other])
})

test('two of one key are refused', () => {
  expect(faultsOf({}, { outputs: [score, score] })).toEqual(['outputs.1.key: "share" is there twice'])
  expect(faultsOf({}, { params: [size, size] })).toEqual(['params.1.key: "size" is there twice'])
})

test('proposals must be allowed', () => {
  expect(faultsOf({}, { params: [{ ...size, default: 10 }] })).toEqual([
    'params.0.default: Must be from 1 to 9',
  ])
  const options = [
    { key: 'a', label: 'A' },
    { key: 'b', label: 'B' },
  ]
  expect(faultsOf({}, { params: [{ kind: 'choice', ...told, default: 'c', options }] })).toEqual([
    'params.0.default: Must be one of the options',
  ])
  const below = { ...size, key: 'least', less_than: 'size' }
  expect(faultsOf({}, { params: [below, size] })).toEqual(['params.0.default: Must be below that of "size"'])
  expect(faultsOf({}, { params: [below] })).toEqual(['params.0.less_than: Must be the key of another number'])
})

test('inputs must make sense', () => {
  const channels = [{ key: 'nuclei', label: 'Nuclei', role: 'nuclear' as const }]
  expect(faultsOf({ modality: 'brightfield', channels })).toEqual([
    'input.channels: Only fluorescence has channels to choose from',
  ])
  expect(faultsOf({ mpp: 1, coarsest_mpp: 0.5 })).toEqual(['input.coarsest_mpp: Must not be finer than mpp'])
})
