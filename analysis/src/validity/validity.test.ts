import { judge, limitsOf } from '@cresyl/contract/qc/qc-verdict'
import { openSlide, type SlideImage } from '@cresyl/slides'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkQuality } from '../qc/check-quality.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { maskOf } from './test-support/cells.ts'
import { tryFocus } from './test-support/focus-trials.ts'
import { tryFold } from './test-support/fold-trials.ts'
import { tryMissing } from './test-support/missing-trials.ts'
import { tryPen, tryStroke } from './test-support/pen-trials.ts'
import { imageOf, madePicture, realSlides } from './test-support/picture.ts'
import { trySaturation } from './test-support/saturation-trials.ts'
import { scoresOf } from './test-support/scores.ts'
import { tryTissue } from './test-support/tissue-trials.ts'

/** The whole sweep is in validity.long.ts; these few tell when something breaks. */
describe('on a made slide with defects at known places', () => {
  const { picture, tissue } = madePicture({ seed: 101, width: 768, height: 768, coverage: 0.8 })
  const ihc = madePicture({ seed: 102, width: 768, height: 768, coverage: 0.8, stain: 'ihc' })

  test('focus falls with blur, and tiles blurred by 2 µm are found', async () => {
    const [slight, strong] = [await tryFocus(picture, 1), await tryFocus(picture, 2)]
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(slight.blurredValues)).toBeLessThan(mean(slight.sharpValues))
    expect(mean(strong.blurredValues)).toBeLessThan(mean(slight.blurredValues))
    const [ours, variance] = [scoresOf(strong.ours), scoresOf(strong.variance)]
    expect(ours.sensitivity).toBeGreaterThanOrEqual(0.95)
    expect(ours.specificity).toBeGreaterThanOrEqual(0.95)
    expect(variance.balanced).toBeLessThan(0.85)
    expect(ours.balanced - variance.balanced).toBeGreaterThanOrEqual(0.1)
  })

  test('pen marks are found where they are', async () => {
    const { ours, saturation } = await tryPen(picture, 'black')
    expect(scoresOf(ours).sensitivity).toBeGreaterThanOrEqual(0.9)
    expect(scoresOf(ours).specificity).toBeGreaterThanOrEqual(0.95)
    expect(scoresOf(saturation).balanced).toBeLessThan(0.85)
    expect(scoresOf(ours).balanced - scoresOf(saturation).balanced).toBeGreaterThanOrEqual(0.1)
  })

  let clean: Uint8Array
  beforeAll(async () => {
    clean = maskOf(await checkQuality(imageOf(picture)), 'tissue', picture.width, picture.height)
  })

  test.each([
    { ink: 'blue', stroke: 30, path: 'wave' },
    { ink: 'black', stroke: 50, path: 'wave' },
    { ink: 'black', stroke: 50, path: 'arc' },
  ] as const)(
    'a $ink stroke of $stroke µm ($path) is found, and none of it on glass is taken for tissue',
    async (drawn) => {
      const { ours, takenForTissue } = await tryStroke(picture, clean, drawn)
      expect(scoresOf(ours).sensitivity).toBeGreaterThanOrEqual(0.9)
      expect(scoresOf(ours).specificity).toBeGreaterThanOrEqual(0.95)
      expect(takenForTissue).toBeLessThanOrEqual(0.05)
    },
  )

  test('a fold is found, and nothing else', async () => {
    const scores = scoresOf(await tryFold(picture, tissue.tissueMask(1).data as Uint8Array, 60, 101))
    expect(scores.sensitivity).toBeGreaterThanOrEqual(0.5)
    expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
  })

  test('a narrow fold is found in tissue without eosin', async () => {
    const scores = scoresOf(await tryFold(ihc.picture, ihc.tissue.tissueMask(1).data as Uint8Array, 30, 102))
    expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
    // What it bridges, where one of the layers is missing, isn't folded.
    expect(scores.specificity).toBeGreaterThanOrEqual(0.94)
  })

  test('rows of nuclei in tissue without eosin are no folds', async () => {
    const large = madePicture({ seed: 11, width: 1280, height: 1280, coverage: 0.8, stain: 'ihc' })
    const { measurements } = await checkQuality(imageOf(large.picture))
    expect(measurements.find(({ key }) => key === 'folds')?.value).toBe(0)
  })

  test('missing blocks are found, and nothing else', async () => {
    const { ours } = await tryMissing(picture, tissue.tissueMask(1).data as Uint8Array, 128, 255)
    expect(scoresOf(ours).there).toBeGreaterThan(1)
    expect(scoresOf(ours).sensitivity).toBeGreaterThanOrEqual(0.9)
    expect(scoresOf(ours).specificity).toBeGreaterThanOrEqual(0.95)
  })

  test('tissue is where it was put, other than by Otsu alone', async () => {
    const { ours, otsu } = await tryTissue(ihc)
    expect(scoresOf(ours).overlap).toBeGreaterThanOrEqual(0.85)
    expect(scoresOf(otsu).overlap).toBeLessThan(0.85)
    expect(scoresOf(ours).overlap - scoresOf(otsu).overlap).toBeGreaterThanOrEqual(0.1)
  })

  test('saturated tiles of fluorescence are found', async () => {
    const scores = scoresOf(await trySaturation(103, 3, 768))
    expect(scores.there).toBeGreaterThan(3)
    expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
    expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
  })
})

describe.runIf(samplesFolder)('on a real slide', () => {
  test('a clean slide does not fail', async () => {
    const slide = await openSlide(samplePath(...realSlides.tuned.file))
    const { measurements } = await checkQuality(slide.images[0] as SlideImage)
    await slide.close()
    const failed = measurements.filter(({ key, value }) => judge(key, value, limitsOf(key)) === 'failed')
    expect(failed.map(({ key }) => key)).toEqual([])
  })
})
