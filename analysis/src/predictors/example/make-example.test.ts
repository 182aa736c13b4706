import { expect, test } from 'vitest'
import { predictors } from '../index.ts'
import { makeExample } from './make-example.ts'

/** One for each kind of output. */
const shown = ['virtual-he', 'colour-deconvolution', 'ihc-score', 'tissue-map']
/** Smaller than what is shown to people, which takes seconds to paint. */
const size = { width: 60, height: 45 }
const found = predictors.filter(({ manifest }) => shown.includes(manifest.id))

test.each(found.map((predictor) => [predictor.manifest.id, predictor] as const))(
  '%s shows what it makes of tissue',
  async (_, predictor) => {
    const { before, after, scores, mpp } = await makeExample(predictor, size)
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
