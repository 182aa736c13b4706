import type { SlideBatch } from '@cresyl/contract/slides/slide-batches'
import { expect, test } from 'vitest'
import { doneOf, headingOf, isUndoable, isWhole, outcomeOf } from './batch-sentences.ts'

const id = '0199f0a0-0000-7000-8000-000000000001'
const at = '2026-11-15T12:00:00.000Z'

const batch: SlideBatch = {
  id,
  action: { kind: 'delete' },
  job: {
    id,
    kind: 'edit_slides',
    state: 'succeeded',
    stage: null,
    progress: 1,
    finishes_at: null,
    message: null,
    attempt: 1,
    max_attempts: 1,
    run_after: at,
    machine: null,
    cancelling: false,
    subject_id: null,
    subject_name: null,
    predictor_name: null,
    parent_id: null,
    children: null,
    created_by: null,
    created_at: at,
    started_at: at,
    finished_at: at,
    version: 1,
  },
  total: 12,
  changed: 12,
  unchanged: 0,
  skipped: [],
  skipped_count: 0,
  undo_until: '2026-11-16T12:00:00.000Z',
  undone_by: null,
  undoes: null,
}

test('what was done is said in one sentence', () => {
  expect(outcomeOf(batch)).toBe('12 slides deleted.')
  expect(isWhole(batch)).toBe(true)
})

test('what was not done is said, too', () => {
  const some = { ...batch, changed: 9, unchanged: 1, skipped_count: 2 }
  expect(outcomeOf(some)).toBe('9 slides deleted. 1 slide needed no change. 2 slides could not be changed.')
  expect(doneOf(some)).toBe(12)
  expect(isWhole(some)).toBe(false)
})

test('a cancelled one says how far it got', () => {
  const cancelled = { ...batch, changed: 5, job: { ...batch.job, state: 'cancelled' as const } }
  expect(outcomeOf(cancelled)).toBe('Cancelled. 5 slides deleted.')
})

test('an undo is called one', () => {
  const undo = { ...batch, undoes: id }
  expect(headingOf(undo)).toBe('Undoing a change')
  expect(outcomeOf(undo)).toBe('Change undone for 12 slides.')
})

test.each([
  ['in time', batch, '2026-11-16T11:00:00Z', true],
  ['too late', batch, '2026-11-16T13:00:00Z', false],
  ['a second time', { ...batch, undone_by: id }, '2026-11-16T11:00:00Z', false],
  ['of nothing', { ...batch, changed: 0 }, '2026-11-16T11:00:00Z', false],
])('undoing %s', (_, given, now, expected) => {
  expect(isUndoable(given, new Date(now))).toBe(expected)
})
