import { judge, limitsOf } from '@cresyl/contract/qc/qc-verdict'
import { openSlide, type SlideImage } from '@cresyl/slides'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkQuality } from '../qc/check-quality.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { throughAir } from './test-support/air-bubbles.ts'
import { type BubbleTrial, tryBubbles, tryGlassEdge } from './test-support/bubble-trials.ts'
import { maskOf } from './test-support/cells.ts'
import { tryFluorescenceFocus } from './test-support/fluorescence-focus-trials.ts'
import { tryFocus } from './test-support/focus-trials.ts'
import { tryFold } from './test-support/fold-trials.ts'
import { tryMissing } from './test-support/missing-trials.ts'
import { inks, strengths, tryPen, tryStroke } from './test-support/pen-trials.ts'
import { imageOf, madePicture, type Picture, realPicture, realSlides } from './test-support/picture.ts'
import { trySaturation } from './test-support/saturation-trials.ts'
import { type Counts, describeScores, scoresOf, sumOf } from './test-support/scores.ts'
import { trySeams } from './test-support/seam-trials.ts'
import { tryTissue } from './test-support/tissue-trials.ts'
import { asWritten } from './test-support/written-slide.ts'

const describeBubbles = (trials: readonly BubbleTrial[]) => ({
  ...describeScores(scoresOf(sumOf(trials.map(({ ours }) => ours)))),
  byDarkness: scoresOf(sumOf(trials.map(({ darkness }) => darkness))).balanced,
  byEdges: scoresOf(sumOf(trials.map(({ edges }) => edges))).balanced,
})

function expectBubbles(trials: readonly BubbleTrial[]): void {
  const ours = scoresOf(sumOf(trials.map((trial) => trial.ours)))
  expect(ours.sensitivity).toBeGreaterThanOrEqual(0.9)
  expect(ours.specificity).toBeGreaterThanOrEqual(0.95)
  for (const baseline of ['darkness', 'edges'] as const) {
    const { balanced } = scoresOf(sumOf(trials.map((trial) => trial[baseline])))
    expect(balanced).toBeLessThan(0.85)
    expect(ours.balanced - balanced).toBeGreaterThanOrEqual(0.1)
  }
}

/** The whole sweep. Its figures are kept with the result of the run. */
describe.runIf(samplesFolder)('what is found of defects at known places', () => {
  const pictures: { name: string; picture: Picture }[] = []
  /** Slides that no limit of narrow strokes or folds was chosen on. */
  const unseen: { name: string; picture: Picture }[] = []
  /** At 4 µm a pixel, for what is larger than those. */
  const large: { name: string; picture: Picture }[] = []

  beforeAll(async () => {
    const part = { x: 900, y: 700, width: 1600, height: 1600 }
    pictures.push({ name: 'TCGA', picture: await realPicture('shown', part) })
    for (const seed of [101, 102, 103])
      pictures.push({
        name: `made H&E ${seed}`,
        picture: madePicture({ seed, width: 1280, height: 1280 }).picture,
      })
    const ihc = madePicture({ seed: 104, width: 1280, height: 1280, stain: 'ihc', coverage: 0.8 })
    pictures.push({ name: 'made IHC 104', picture: ihc.picture })
    for (const [seed, options] of [
      [301, { stain: 'he' }],
      [302, { stain: 'he' }],
      [303, { stain: 'he' }],
      [304, { stain: 'ihc', coverage: 0.8 }],
      [307, { stain: 'ihc', coverage: 0.8 }],
    ] as const) {
      const { picture } = madePicture({ seed, width: 1280, height: 1280, ...options })
      unseen.push({ name: `made ${options.stain} ${seed}`, picture })
    }
    large.push({ name: 'TCGA', picture: await realPicture('shown', undefined, 4) })
    for (const [seed, stain] of [
      [111, 'he'],
      [114, 'ihc'],
    ] as const) {
      const { picture } = madePicture({ seed, width: 1280, height: 1280, mpp: 4, stain })
      large.push({ name: `made ${stain} ${seed}`, picture })
    }
  })

  test('focus, by blur in µm', async ({ task }) => {
    const table: Record<string, unknown> = {}
    for (const sigma of [0.5, 1, 2, 3, 4]) {
      const trials = []
      for (const { picture } of pictures) trials.push(await tryFocus(picture, sigma))
      const ours = scoresOf(sumOf(trials.map((trial) => trial.ours)))
      const variance = scoresOf(sumOf(trials.map((trial) => trial.variance)))
      table[sigma] = { ...describeScores(ours), byVariance: variance.balanced }
      if (sigma < 2) continue
      expect(ours.sensitivity).toBeGreaterThanOrEqual(0.95)
      expect(ours.specificity).toBeGreaterThanOrEqual(0.95)
    }
    Object.assign(task.meta, { focus: table })
  })

  test('focus of fluorescence, by blur in µm', async ({ task }) => {
    const table: Record<string, unknown> = {}
    for (const sigma of [1, 2, 4]) {
      const trials = [await tryFluorescenceFocus(103, sigma), await tryFluorescenceFocus(104, sigma)]
      const ours = scoresOf(sumOf(trials.map((trial) => trial.ours)))
      const variance = scoresOf(sumOf(trials.map((trial) => trial.variance)))
      table[sigma] = { ...describeScores(ours), byVariance: variance.balanced }
      if (sigma < 2) continue
      expect(ours.sensitivity).toBeGreaterThanOrEqual(0.95)
      expect(ours.specificity).toBeGreaterThanOrEqual(0.95)
    }
    Object.assign(task.meta, { fluorescenceFocus: table })
  })

  test('seams, by step of light in per cent', async ({ task }) => {
    const table: Record<string, unknown> = {}
    for (const percent of [3, 4, 6, 8, 12]) {
      const [ours, baseline]: [Counts[], Counts[]] = [[], []]
      for (const { picture } of pictures)
        for (const shift of [20, 150, 290]) {
          const trial = await trySeams(picture, percent, shift)
          ours.push(trial.ours)
          baseline.push(trial.baseline)
        }
      const scores = scoresOf(sumOf(ours))
      table[percent] = { ...describeScores(scores), byMeanStep: scoresOf(sumOf(baseline)).balanced }
      if (percent < 8) continue
      expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
      expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
    }
    Object.assign(task.meta, { seams: table })
  })

  test('missing blocks after JPEG, by their grey', async ({ task }) => {
    const table: Record<string, unknown> = {}
    for (const grey of [255, 0, 190]) {
      const counts: Counts[] = []
      for (const { picture } of pictures) {
        const { width, height } = picture
        const tissue = maskOf(await checkQuality(imageOf(picture)), 'tissue', width, height)
        for (const quality of [90, 60]) {
          const check = (spoiled: Picture) => asWritten(spoiled, quality, (image) => checkQuality(image))
          for (const side of [64, 120])
            counts.push((await tryMissing(picture, tissue, side, grey, check)).ours)
        }
      }
      const scores = scoresOf(sumOf(counts))
      table[grey] = describeScores(scores)
      expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
      expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
    }
    Object.assign(task.meta, { missing: table })
  })

  test('pen marks, by ink, how much of it, and slide', async ({ task }) => {
    const table: Record<string, unknown> = {}
    const [ours, saturation]: [Counts[], Counts[]] = [[], []]
    for (const strength of Object.keys(strengths) as (keyof typeof strengths)[])
      for (const ink of Object.keys(inks) as (keyof typeof inks)[])
        for (const { name, picture } of strength === 'usual' ? pictures : pictures.slice(0, 2)) {
          const trial = await tryPen(picture, ink, strength)
          const scores = scoresOf(trial.ours)
          const bySaturation = scoresOf(trial.saturation).balanced
          table[`${strength} ${ink}, ${name}`] = { ...describeScores(scores), bySaturation }
          expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
          if (strength === 'usual') expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
          ours.push(trial.ours)
          saturation.push(trial.saturation)
        }
    const all = scoresOf(sumOf(ours))
    const baseline = scoresOf(sumOf(saturation)).balanced
    table.all = { ...describeScores(all), bySaturation: baseline }
    Object.assign(task.meta, { pen: table })
    expect(all.sensitivity).toBeGreaterThanOrEqual(0.9)
    expect(baseline).toBeLessThan(0.85)
    expect(all.balanced - baseline).toBeGreaterThanOrEqual(0.1)
  })

  const tissueOf = async (picture: Picture, micrometres = 1) => {
    const { width, height } = picture
    return maskOf(await checkQuality(imageOf(picture, micrometres)), 'tissue', width, height)
  }

  test('narrow pen strokes, by width, µm a pixel, ink and shape', async ({ task }) => {
    const table: Record<string, unknown> = {}
    Object.assign(task.meta, { strokes: table })
    const drawn = [
      ...(['blue', 'green', 'red', 'black'] as const).map((ink) => ({ ink, path: 'wave' as const })),
      ...(['arc', 'line'] as const).map((path) => ({ ink: 'black' as const, path })),
    ]
    const madeAt = (micrometres: number) =>
      [305, 306, 307, 308].map((seed) => {
        const side = 768 / micrometres
        return madePicture({ seed, width: side, height: side, mpp: micrometres, coverage: 0.7 }).picture
      })
    const narrow = [10, 15, 20, 30, 50]
    for (const { name, micrometres, slides, widths } of [
      { name: 'made', micrometres: 1, slides: unseen.map(({ picture }) => picture), widths: narrow },
      {
        name: 'TCGA',
        micrometres: 1,
        slides: pictures.slice(0, 1).map(({ picture }) => picture),
        widths: narrow,
      },
      { name: 'made', micrometres: 0.5, slides: madeAt(0.5), widths: [30, 50] },
      { name: 'made', micrometres: 0.25, slides: madeAt(0.25), widths: [30, 50] },
    ]) {
      const clean = []
      for (const picture of slides) clean.push({ picture, tissue: await tissueOf(picture, micrometres) })
      for (const stroke of widths)
        for (const { ink, path } of drawn) {
          const trials = []
          for (const { picture, tissue } of clean)
            trials.push(await tryStroke(picture, tissue, { ink, stroke, micrometres, path }))
          const scores = scoresOf(sumOf(trials.map(({ ours }) => ours)))
          const takenForTissue = Math.max(...trials.map((trial) => trial.takenForTissue))
          table[`${name}, ${stroke} µm, ${micrometres} µm a pixel, ${ink}, ${path}`] = {
            ...describeScores(scores),
            takenForTissue,
          }
          expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
          if (stroke < 30) continue
          expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
          expect(takenForTissue).toBeLessThanOrEqual(0.05)
        }
    }
  })

  test('folds, by width in µm', async ({ task }) => {
    const table: Record<string, unknown> = {}
    Object.assign(task.meta, { folds: table })
    const groups = { eosin: unseen.slice(0, 3), ihc: unseen.slice(3), TCGA: pictures.slice(0, 1) }
    for (const [kind, slides] of Object.entries(groups))
      for (const band of [22, 30, 40, 60, 80, 100, 150]) {
        const counts: Counts[] = []
        for (const { picture } of slides) {
          const tissue = await tissueOf(picture)
          for (const seed of [301, 302, 303]) counts.push(await tryFold(picture, tissue, band, seed))
        }
        const scores = scoresOf(sumOf(counts))
        table[`${band} µm, ${kind}`] = describeScores(scores)
        expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
        if (band >= 30 && band <= 80) expect(scores.sensitivity).toBeGreaterThanOrEqual(0.5)
      }
  })

  test('air bubbles, by diameter in µm, round or with gaps in their rim', async ({ task }) => {
    const table: Record<string, unknown> = {}
    const all: BubbleTrial[] = []
    for (const { diameters, micrometres, slides } of [
      { diameters: [300, 800], micrometres: 1, slides: [0, 1, 4].flatMap((at) => pictures[at] ?? []) },
      { diameters: [1200, 3000], micrometres: 4, slides: large },
    ]) {
      const hazy = new Map(slides.map(({ name, picture }) => [name, throughAir(picture, micrometres)]))
      for (const diameter of diameters)
        for (const [shape, kind] of Object.entries({
          round: { diameter, gap: 0, wobble: 0.02 },
          uneven: { diameter, gap: 0.15, wobble: 0.08 },
        })) {
          const trials: BubbleTrial[] = []
          for (const { name, picture } of slides)
            for (const seed of [101, 102, 103])
              trials.push(await tryBubbles(picture, hazy.get(name) as Picture, kind, seed, micrometres))
          table[`${shape}, ${diameter}`] = describeBubbles(trials)
          all.push(...trials)
        }
    }
    table.all = describeBubbles(all)
    Object.assign(task.meta, { bubbles: table })
    expectBubbles(all)
  })

  test('edges of the cover glass', async ({ task }) => {
    const trials: BubbleTrial[] = []
    for (const { picture } of large)
      for (const [index, angle] of [0.05, 0.8, 1.4, 2.2].entries()) {
        const x = (0.3 + 0.1 * index) * 4 * picture.width
        const edge = { x, y: 2 * picture.height, angle, width: 24 + 5 * index, darkness: 0.5 + 0.1 * index }
        trials.push(await tryGlassEdge(picture, edge, 4))
      }
    Object.assign(task.meta, { edges: describeBubbles(trials) })
    expectBubbles(trials)
  })

  test('tissue, by kind of slide', async ({ task }) => {
    const table: Record<string, unknown> = {}
    for (const stain of ['he', 'ihc'] as const)
      for (const coverage of [0.25, 0.55, 0.8]) {
        const { ours, otsu } = await tryTissue(
          madePicture({ seed: 110 + Math.round(10 * coverage), stain, coverage }),
        )
        const overlap = scoresOf(ours).overlap
        table[`${stain} ${coverage}`] = { overlap, byOtsu: scoresOf(otsu).overlap }
        expect(overlap).toBeGreaterThanOrEqual(0.85)
      }
    Object.assign(task.meta, { tissue: table })
  })

  test('saturated tiles of fluorescence, by gain', async ({ task }) => {
    const table: Record<string, unknown> = {}
    for (const gain of [3, 4, 6]) {
      const scores = scoresOf(sumOf([await trySaturation(103, gain), await trySaturation(104, gain)]))
      table[gain] = describeScores(scores)
      expect(scores.sensitivity).toBeGreaterThanOrEqual(0.9)
      expect(scores.specificity).toBeGreaterThanOrEqual(0.95)
    }
    Object.assign(task.meta, { saturation: table })
  })

  test('a clean slide that nothing was tuned on does not fail, and nothing is missing in it', async () => {
    const slide = await openSlide(samplePath(...realSlides.shown.file))
    const { measurements } = await checkQuality(slide.images[0] as SlideImage)
    await slide.close()
    const failed = measurements.filter(({ key, value }) => judge(key, value, limitsOf(key)) === 'failed')
    expect(failed.map(({ key }) => key)).toEqual([])
    const { width, height, rgb } = await realPicture('shown', { x: 1000, y: 900, width: 1152, height: 1152 })
    const finding = await checkQuality(imageOf({ width, height, rgb }))
    expect(maskOf(finding, 'missing_tiles', width, height).includes(255)).toBe(false)
  })
})
