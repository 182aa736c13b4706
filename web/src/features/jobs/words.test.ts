import { isolate } from '@cresyl/contract/api/isolate'
import { expect, test } from 'vitest'
import { makeJob } from './test-job.ts'
import { words } from './words.ts'

test.each([
  [{ running: 0, waiting: 0, failed: 0 }, 'Jobs: nothing is running'],
  [{ running: 2, waiting: 1, failed: 0 }, '2 jobs running, 1 waiting'],
  [{ running: 0, waiting: 1, failed: 0 }, '1 job waiting'],
  [{ running: 1, waiting: 0, failed: 1 }, '1 job running, 1 failed since you last looked'],
  [{ running: 0, waiting: 0, failed: 2 }, 'Jobs: nothing is running, 2 failed since you last looked'],
])('the indicator says %j in words', (counts, expected) => {
  expect(words.indicator.name(counts)).toBe(expected)
})

test('a batch says how many of its parts are done, and only what else there is', () => {
  const children = { total: 3, queued: 0, running: 0, succeeded: 1, failed: 2, cancelled: 0 }
  expect(words.children.rollUp(children)).toBe('1 of 3 parts done, 2 failed')
  expect(words.children.rollUp({ ...children, total: 1, failed: 0 })).toBe('1 of 1 part done')
})

test('the parts that are not shown are counted', () => {
  expect(words.children.more(1)).toBe('1 more part is not shown here.')
  expect(words.children.more(1200)).toBe('1,200 more parts are not shown here.')
})

test('an attempt says which it is and, while it waits, when it is made', () => {
  const now = new Date(2026, 10, 15, 14, 0)
  const at = (minutes: number) => new Date(2026, 10, 15, 14, minutes).toISOString()
  expect(words.attemptOf(makeJob({ attempt: 2, run_after: at(5) }), now)).toBe('2 of 3, again at 14:05')
  expect(words.attemptOf(makeJob({ attempt: 2, run_after: at(0) }), now)).toBe('2 of 3')
  expect(words.attemptOf(makeJob({ attempt: 2, run_after: at(5), state: 'running' }), now)).toBe('2 of 3')
})

test('an attempt that a person asked for beyond those allowed is not “4 of 3”', () => {
  expect(words.attemptOf(makeJob({ attempt: 4, state: 'running' }), new Date())).toBe('4 of 4')
})

test('what ended is told in one breath', () => {
  const ended = [makeJob({ state: 'succeeded' }), makeJob({ kind: 'check_audits', state: 'failed' })]
  expect(words.indicator.ended(ended)).toBe('Check stored files is done. Check the audit log failed.')
  const aligned = makeJob({ kind: 'align_slides', state: 'succeeded', subject_name: 'Liver 12' })
  const exported = makeJob({ kind: 'export_region', state: 'succeeded' })
  expect(words.indicator.ended([aligned, exported])).toBe(`${isolate('Liver 12')} aligned. Region exported.`)
})

test('a job is named after what it does, and after the slide or file it does it to', () => {
  expect(words.nameOf(makeJob())).toBe(words.labelOf('check_storage'))
  const check = makeJob({ kind: 'qc', subject_name: 'Liver 12' })
  expect(words.nameOf(check)).toBe(`Check the quality: ${isolate('Liver 12')}`)
  const run = makeJob({ kind: 'inference', subject_name: 'Liver 12', predictor_name: 'Nuclei' })
  expect(words.nameOf(run)).toBe(`Nuclei: ${isolate('Liver 12')}`)
})
