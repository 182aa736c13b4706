import type { InferenceOutput } from '@cresyl/contract/predictors/inference-jobs'
import type { ManifestOutput } from '@cresyl/contract/predictors/predictor-manifest'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { isUnderWay, outputRows, rgbOf, timeLeft } from './run-rows.ts'

const space = sourceSpace({ frame: 'scan', width: 8, height: 8 })
const output = (
  given: Partial<InferenceOutput> & Pick<InferenceOutput, 'key' | 'kind'>,
): InferenceOutput => ({
  label: given.key,
  image_id: null,
  space: null,
  counts: null,
  value: null,
  ...given,
})

const declared: ManifestOutput[] = [
  { kind: 'score', key: 'h_score', label: 'H-score', unit: 'of 300', digits: 1 },
  {
    kind: 'detections',
    key: 'nuclei',
    label: 'Nuclei',
    classes: [
      { key: 'negative', label: 'Negative', color: '#0000ff' },
      { key: 'positive', label: 'Positive', color: '#aa5500' },
    ],
    measurements: [],
  },
  { kind: 'heatmap', key: 'density', label: 'Density', unit: '/mm²', low: 0, high: 100 },
  { kind: 'image', key: 'image', label: 'Stain', pixels: 'rgb', channels: [], virtual: true },
]

test('results stand in the order of the manifest, with its units', () => {
  const rows = outputRows(
    {
      id: 'run',
      outputs: [
        output({ key: 'image', kind: 'image', image_id: 'i', space }),
        output({ key: 'density', kind: 'heatmap', image_id: 'd', space }),
        output({ key: 'nuclei', kind: 'detections', counts: [1200, 34], space }),
        output({ key: 'h_score', kind: 'score', value: 123.456 }),
      ],
    },
    { outputs: declared },
  )
  expect(rows).toMatchObject([
    { kind: 'score', value: '123.5 of 300' },
    {
      kind: 'counts',
      total: '1,234',
      shown: { kind: 'things', runId: 'run', key: 'nuclei' },
      classes: [
        { label: 'Negative', count: '1,200' },
        { label: 'Positive', count: '34' },
      ],
    },
    { kind: 'overlay', shown: { imageId: 'd' } },
    { kind: 'image', isVirtual: true },
  ])
})

test('what is not there yet is left out, and a score without a value says so', () => {
  const outputs = [output({ key: 'h_score', kind: 'score' }), output({ key: 'density', kind: 'heatmap' })]
  expect(outputRows({ id: 'run', outputs }, { outputs: declared })).toMatchObject([
    { kind: 'score', value: null },
  ])
})

test('scores that repeat a count are left out, unless they say something else', () => {
  const again: ManifestOutput[] = [
    { kind: 'score', key: 'all', label: 'Nuclei', unit: '', digits: 0 },
    { kind: 'score', key: 'brown', label: 'Positive', unit: '', digits: 0 },
  ]
  const rowsFor = (brown: number) =>
    outputRows(
      {
        id: 'run',
        outputs: [
          output({ key: 'nuclei', kind: 'detections', counts: [1200, 34], space }),
          output({ key: 'all', kind: 'score', value: 1234 }),
          output({ key: 'brown', kind: 'score', value: brown }),
        ],
      },
      { outputs: [...declared, ...again] },
    ).map((row) => row.output.key)
  expect(rowsFor(34)).toEqual(['nuclei'])
  expect(rowsFor(2.8)).toEqual(['nuclei', 'brown'])
})

test('time that is left is told while something honest can be said', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  expect(timeLeft('2026-11-16T12:02:30Z', now)).toBe('about 3 min left')
  expect(timeLeft('2026-11-16T11:50:00Z', now)).toBeNull()
  expect(timeLeft(null, now)).toBeNull()
})

test('waiting and running are under way, the rest is over', () => {
  const states = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
  expect(states.filter((state) => isUnderWay({ state }))).toEqual(['queued', 'running'])
})

test('a colour of a manifest is taken apart', () => {
  expect(rgbOf('#8844cc')).toEqual([0x88, 0x44, 0xcc])
})
