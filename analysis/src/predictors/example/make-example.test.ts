import { expect, test } from 'vitest'
import { predictors } from '../index.ts'
import { exampleSize, makeExample } from './make-example.ts'

/** One for each kind of output. */
const shown = ['virtual-he', 'colour-deconvolution', 'ihc-score', 'tissue-map']
/** Small, but for the one that is made fastest. */
const sizeOf = (id: string) => (id === 'virtual-he' ? exampleSize : { width: 160, height: 120 })
const found = predictors.filter(({ manifest }) => shown.includes(manifest.id))

test.each(found.map((predictor) => [predictor.manifest.id, predictor] as const))(
  '%s shows what it makes of tissue',
  async (id, predictor) => {
    const size = sizeOf(id)
    const { before, after, scores, mpp } = await makeExample(
      predictor,
      id === 'virtual-he' ? undefined : size,
    )
    expect(mpp).toBeCloseTo(predictor.manifest.input.mpp)
    const length = 3 * size.width * size.height
    expect(before.data).toHaveLength(length)
    expect(after.length).toBeGreaterThan(0)
    for (const { data } of after) {
      expect(data).toHaveLength(length)
      const changed = data.reduce((count, value, at) => count + Number(value !== before.data[at]), 0)
      expect(changed).toBeGreaterThan(length / 200)
    }
    for (const output of predictor.manifest.outputs)
      if (output.kind === 'score') expect(scores).toHaveProperty(output.key)
  },
)
