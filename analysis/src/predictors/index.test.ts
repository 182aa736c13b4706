import { predictorManifest } from '@cresyl/contract/predictor-manifest'
import { expect, test } from 'vitest'
import { predictors } from './index.ts'

test.each(predictors.map((predictor) => [predictor.manifest.id, predictor] as const))(
  '%s says everything that is to be said of it',
  (_, { manifest, score }) => {
    expect(predictorManifest.parse(manifest)).toEqual(manifest)
    expect(manifest.intended_use).toMatch(/^For research use only/)
    for (const told of [manifest.summary, manifest.limitations, manifest.method])
      expect(told.length).toBeGreaterThan(40)
    const promised = manifest.outputs.filter(({ kind }) => kind === 'score').map(({ key }) => key)
    expect(Object.keys(score({}, { params: {}, mpp: manifest.input.mpp, largest: 255 }))).toEqual(promised)
  },
)

test('no two have the same id', () => {
  const ids = predictors.map(({ manifest }) => manifest.id)
  expect(new Set(ids).size).toBe(ids.length)
})
