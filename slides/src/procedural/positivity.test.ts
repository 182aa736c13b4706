import { expect, test } from 'vitest'
import type { Positivity } from './positivity.ts'
import { diaminobenzidine, hematoxylin } from './stains.ts'
import { makeExample, sampleAt } from './test-support/example-tissue.ts'

test('the share of brown nuclei is the one asked for, and known exactly', () => {
  for (const positiveShare of [0, 0.3]) {
    const truth = makeExample({ width: 1200, height: 900, stain: 'ihc', positiveShare, defects: {} }).truth()
    expect(truth.positiveShare).toBeCloseTo(positiveShare, 1)
    const counts = truth.positivities ?? { negative: 0, weak: 0, moderate: 0, strong: 0 }
    expect(counts.weak + counts.moderate + counts.strong + counts.negative).toBe(truth.nuclei)
    if (positiveShare === 0.3)
      expect(Math.min(counts.weak, counts.moderate, counts.strong)).toBeGreaterThan(50)
  }
})

test('H&E slides say nothing of it', () => {
  const tissue = makeExample({ width: 500, height: 400, coverage: 1 })
  expect(tissue.truth().positivities).toBeUndefined()
  expect(tissue.nucleiIn(0, 0, 400, 300)[0]?.positivity).toBeUndefined()
})

test('the brown measured in the pixels of a nucleus is that of its class', () => {
  const tissue = makeExample({ stain: 'ihc', noise: 0, defects: {} })
  const [left, top, side] = [500, 300, 640] as const
  const pixels = tissue.render(left, top, side, side)
  const bands: Record<Positivity, [number, number]> = {
    negative: [0, 0.2],
    weak: [0.2, 0.4],
    moderate: [0.4, 0.6],
    strong: [0.6, 1.2],
  }
  const alone = tissue
    .nucleiIn(left + 20, top + 20, side - 40, side - 40)
    .filter(({ touching, short }) => touching === 0 && short > 4)
  let right = 0
  for (const { x, y, positivity } of alone) {
    let brown = 0
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const density = [0, 1, 2].map((c) => {
          const light = sampleAt(pixels, Math.floor(x) - left + dx, Math.floor(y) - top + dy, c)
          return -Math.log10(Math.max(1, light) / 243)
        })
        brown += unmixed(density) / 9
      }
    const [low, high] = bands[positivity ?? 'negative']
    if (brown > low - 0.05 && brown < high + 0.05) right++
  }
  expect(alone.length).toBeGreaterThan(200)
  expect(right / alone.length).toBeGreaterThan(0.93)
})

/** The amount of brown that, with some haematoxylin, explains an optical density best. */
function unmixed(density: number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, v, i) => sum + v * (b[i] as number), 0)
  const [hh, hd, dd] = [
    dot(hematoxylin, hematoxylin),
    dot(hematoxylin, diaminobenzidine),
    dot(diaminobenzidine, diaminobenzidine),
  ]
  const [h, d] = [dot(hematoxylin, density), dot(diaminobenzidine, density)]
  return (hh * d - hd * h) / (hh * dd - hd * hd)
}
