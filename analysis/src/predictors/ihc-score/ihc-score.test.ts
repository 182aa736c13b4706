import { createTissue } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { runTiles, type TestPicture } from '../test-support/run-tiles.ts'
import { sortedThings } from '../test-support/sorted-things.ts'
import { ihcScore } from './ihc-score.ts'

const side = 240
const tissue = createTissue({
  seed: 44,
  width: side,
  height: side,
  stain: 'ihc',
  positiveShare: 0.5,
  coverage: 0.8,
})
const rgb = tissue.render(0, 0, side, side).data
const mask = Uint8Array.from(tissue.tissueMask(1).data, (value) => (value ? 1 : 0))
const picture: TestPicture = { width: side, height: side, planes: [rgb], samples: 3, tissue: mask }
const whole = runTiles(ihcScore, picture)

test('exactly the same nuclei of the same classes are found however it is cut', () => {
  const expected = sortedThings(whole.things.nuclei)
  expect(expected.length).toBeGreaterThan(25)
  const tiled = runTiles(ihcScore, picture, { tile: 130 })
  expect(sortedThings(tiled.things.nuclei)).toEqual(expected)
  expect(tiled.tallies).toEqual(whole.tallies)
})

test('classes follow the density of DAB, and the counts are of them', () => {
  const found = whole.things.nuclei
  const counts = [0, 0, 0, 0]
  for (let n = 0; n < (found?.count ?? 0); n += 1) {
    const dab = found?.measurements[5 * n + 4] as number
    const kind = dab < 0.2 ? 0 : dab < 0.4 ? 1 : dab < 0.6 ? 2 : 3
    expect(found?.classes[n]).toBe(kind)
    counts[kind] = (counts[kind] as number) + 1
  }
  const { negative, weak, moderate, strong } = whole.scores
  expect([negative, weak, moderate, strong]).toEqual(counts)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test('the scores are those of the formula', () => {
  const settings = { params: {}, mpp: 0.5, largest: 255 }
  const tallies = { negative: 50, weak: 20, moderate: 20, strong: 10, tissue_pixels: 4_000_000 }
  expect(ihcScore.score(tallies, settings)).toEqual({
    h_score: 90,
    positivity: 50,
    count: 100,
    negative: 50,
    weak: 20,
    moderate: 20,
    strong: 10,
    density: 100,
    tissue_area: 1,
  })
  expect(ihcScore.score({ strong: 7, tissue_pixels: 1 }, settings).h_score).toBe(300)
  expect(ihcScore.score({ negative: 7, tissue_pixels: 1 }, settings).h_score).toBe(0)
  expect(ihcScore.score({}, settings)).toMatchObject({
    h_score: null,
    positivity: null,
    count: 0,
    density: null,
  })
})

test('cut-offs can be moved', () => {
  const none = { weak_from: 1.8, moderate_from: 1.9, strong_from: 2 }
  expect(runTiles(ihcScore, picture, { params: none }).scores).toMatchObject({ h_score: 0, positivity: 0 })
  const low = { weak_from: 0.02, moderate_from: 0.03, strong_from: 0.04 }
  expect(runTiles(ihcScore, picture, { params: low }).scores.h_score).toBeGreaterThan(140)
})
