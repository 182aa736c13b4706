import type { ManifestOutput } from '@cresyl/contract/predictors/predictor-manifest'
import { expect, test } from 'vitest'
import { compareFigures, differenceOf } from './compare-figures.ts'
import { testOutput, testRun } from './test-run.ts'

const [negative, positive] = [
  { key: 'negative', label: 'Negative', color: '#0000ff' },
  { key: 'positive', label: 'Positive', color: '#aa5500' },
]
const cells = (classes: (typeof negative)[]): ManifestOutput => ({
  kind: 'detections',
  key: 'cells',
  label: 'Cells',
  measurements: [],
  classes,
})
const score: ManifestOutput = { kind: 'score', key: 'h_score', label: 'H-score', unit: 'of 300', digits: 1 }

function scored(value: number | null, counts: number[], classes = [negative, positive]) {
  const { manifest } = testRun()
  return testRun({
    manifest: { ...manifest, outputs: [score, cells(classes)] },
    outputs: [
      testOutput({ key: 'h_score', kind: 'score', value }),
      testOutput({ key: 'cells', kind: 'detections', counts }),
    ],
  })
}

test('scores and counts stand side by side with what lies between them', () => {
  const before = scored(120, [1000, 200])
  const now = { ...scored(123.45, [1100, 150]), finished_at: '2026-11-16T10:01:40Z' }
  expect(
    compareFigures(before, now).map(({ label, before: was, now: is, difference }) => [
      ...[label, was, is, difference],
    ]),
  ).toEqual([
    ['H-score', '120.0 of 300', '123.5 of 300', '+3.5 (+2.9\u00a0%)'],
    ['Negative', '1,000', '1,100', '+100 (+10\u00a0%)'],
    ['Positive', '200', '150', '−50 (−25\u00a0%)'],
    ['Cells, all', '1,200', '1,250', '+50 (+4.2\u00a0%)'],
    ['Computing time', '20 s', '1 min 30 s', '+1 min 10 s'],
  ])
})

test('small figures are compared as exactly as they are shown', () => {
  const { manifest } = testRun()
  const area = (value: number) =>
    testRun({
      manifest: {
        ...manifest,
        outputs: [{ kind: 'score', key: 'area', label: 'Tissue', unit: 'mm²', digits: 2 }],
      },
      outputs: [testOutput({ key: 'area', kind: 'score', value })],
    })
  expect(compareFigures(area(0.0048), area(0.02))[0]).toMatchObject({
    before: '0.0048 mm²',
    now: '0.0200 mm²',
    difference: '+0.0152 (+316.7\u00a0%)',
  })
})

test('classes are found by their keys: another version may have had others', () => {
  const [, both] = compareFigures(scored(null, [7], [positive]), scored(1, [3, 9]))
  expect(both).toMatchObject({ label: 'Negative', before: '–', now: '3', difference: '–' })
  expect(compareFigures(scored(null, [7], [positive]), scored(1, [3, 9]))[2]).toMatchObject({
    label: 'Positive',
    before: '7',
    now: '9',
    difference: '+2 (+28.6\u00a0%)',
  })
})

test('differences of nothing, of percentages and from nothing are told honestly', () => {
  const digits = { unit: '', digits: 1 }
  expect(differenceOf(5, 5.04, digits)).toBe('none')
  expect(differenceOf(0, 4, digits)).toBe('+4')
  expect(differenceOf(20, 22.5, { unit: '%', digits: 1 })).toBe('+2.5 points')
  expect(differenceOf(100_000, 100_001, { unit: '', digits: 0 })).toBe('+1 (0\u00a0%)')
  expect(differenceOf(null, 4, digits)).toBe('–')
})
