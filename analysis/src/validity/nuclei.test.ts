import { expect, test } from 'vitest'
import { tryHScore } from './test-support/h-score-trials.ts'
import { tryNuclei } from './test-support/nuclei-trials.ts'
import { f1Of } from './test-support/nuclei-truth.ts'

/** All seeds and mixtures are in nuclei.long.ts; these few tell when something breaks. */
test.each(['he', 'fluorescence'] as const)('nuclei of a made slide are found: %s', (stain) => {
  const { ours, otsu } = tryNuclei({ seed: 2, width: 320, height: 320, stain })
  expect(ours.found + ours.missed).toBeGreaterThan(50)
  expect(f1Of(ours)).toBeGreaterThanOrEqual(0.85)
  expect(f1Of(otsu)).toBeLessThan(f1Of(ours) - 0.05)
})

test('the H-score of a known mixture comes back', () => {
  const { ours, truth } = tryHScore({ seed: 2, width: 320, height: 320, positiveShare: 0.6 })
  expect(truth).toBeGreaterThan(80)
  expect(Math.abs(ours - truth)).toBeLessThanOrEqual(8)
})
