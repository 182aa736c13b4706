import { predictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { checkParams } from '@cresyl/contract/predictors/predictor-params'
import { expect, test } from 'vitest'
import { prepareRun } from '../inference/run.ts'
import { madeImage } from './example/made-image.ts'
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

test.each(predictors.map((predictor) => [predictor.manifest.id, predictor] as const))(
  '%s says what each figure is that it learns of a slide',
  async (_, predictor) => {
    const { manifest } = predictor
    const { image } = madeImage(manifest, { width: 60, height: 45 })
    const channels = manifest.input.channels.map((_channel, index) => index)
    const { learned } = await prepareRun(image, predictor, {
      mpp: image.mpp ?? { x: 1, y: 1 },
      channels,
      z: 0,
      t: 0,
      params: checkParams(manifest, {}).values,
    })
    for (const [key, value] of Object.entries(learned)) {
      const told = manifest.learned?.find((each) => each.key === key)
      expect(told, key).toBeDefined()
      expect([value].flat()).toHaveLength(told?.parts?.length ?? 1)
    }
  },
)

test('no two have the same id', () => {
  const ids = predictors.map(({ manifest }) => manifest.id)
  expect(new Set(ids).size).toBe(ids.length)
})
