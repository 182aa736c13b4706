import type { InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import { expect, test } from 'vitest'
import { compareFacts, compareImages, differs, runsBefore } from './compare-runs.ts'
import { testOutput, testRun, testSpace } from './test-run.ts'

const named = [{ name: 'DAPI' }, { name: null }]

const differing = (before: InferenceJobWithProvenance, now: InferenceJobWithProvenance) =>
  compareFacts(before, now, named)
    .filter(differs)
    .map(({ key, before: was, now: is }) => [key, was, is])

test('a run is compared with those before it, of the same predictor on the same image', () => {
  const at = (hour: number) => ({ created_at: `2026-11-16T1${hour}:00:00Z` })
  const run = testRun({ id: 'run', ...at(5) })
  const runs = [
    testRun({ id: 'later', ...at(6) }),
    run,
    testRun({ id: 'failed', ...at(4), state: 'failed' }),
    testRun({ id: 'another', ...at(4), predictor_id: 'another' }),
    testRun({ id: 'scene', ...at(4), input_image_id: 'scene' }),
    testRun({ id: 'last', ...at(3) }),
    testRun({ id: 'first', ...at(2) }),
  ]
  expect(runsBefore(runs, run).map(({ id }) => id)).toEqual(['last', 'first'])
})

test('what was made in the same way differs in nothing, whenever that was', () => {
  const before = testRun({ id: 'before', created_at: '2026-11-01T10:00:00Z' })
  expect(differing(before, testRun())).toEqual([])
  expect(compareFacts(before, testRun(), named).map(({ label }) => label)).toContain('Strength (setting)')
})

test('version, digest, settings, part, file and quality are told where they differ', () => {
  const now = testRun()
  const before = testRun({
    predictor: { ...now.predictor, version: '1.1.0', digest: 'ef'.repeat(32) },
    params: { strength: 80, look: 'cold', smooth: false },
    region: { x: 896, y: 672, width: 2400, height: 2000 },
    qc_state: 'failed',
    qc_overridden: true,
    made_scale: { mpp_x: 0.25, mpp_y: 0.25 },
    provenance: now.provenance && { ...now.provenance, file_hash: null, machine: 'two' },
  })
  expect(differing(before, now)).toEqual([
    ['version', '1.1.0', '1.2.0'],
    ['digest', 'ef'.repeat(32), 'ab'.repeat(32)],
    ['file', null, 'cd'.repeat(32)],
    ['part', '2,400 × 2,000 px from 896, 672', 'Whole slide'],
    ['setting.strength', '80 %', '100 %'],
    ['setting.look', 'Cold', 'Warm'],
    ['scale', '0.25 µm/px', 'As it is now'],
    ['qc', 'Failed, overridden', 'Passed'],
    ['machine', 'two', 'one'],
  ])
})

test('a setting that another version had is told as well', () => {
  const now = testRun()
  const params = now.manifest.params.slice(1)
  const without = testRun({ manifest: { ...now.manifest, params } })
  expect(differing(now, without)).toEqual([['setting.strength', '100 %', null]])
  expect(differing(without, now)).toEqual([['setting.strength', null, '100 %']])
})

test('images that both made can be seen together', () => {
  const image = (id: string) => testOutput({ key: 'image', kind: 'image', image_id: id, space: testSpace })
  const now = testRun({ outputs: [image('now')] })
  expect(compareImages(testRun({ outputs: [image('before')] }), now)).toEqual([
    {
      key: 'image',
      label: 'H&E',
      isVirtual: true,
      before: { imageId: 'before', space: testSpace },
      now: { imageId: 'now', space: testSpace },
    },
  ])
  // Of the other nothing was kept.
  expect(compareImages(testRun(), now)).toEqual([])
})
