import type { Job } from '@cresyl/contract/operations/jobs'
import { expect, test } from 'vitest'
import { isUnderWay, lastRuns } from './checks.ts'
import { makeJob } from './test-job.ts'

const ended = (id: string, kind: Job['kind'], hour: number) =>
  makeJob({ id, kind, state: 'succeeded', finished_at: `2026-11-15T${hour}:00:00.000Z` })

test('the last run of a check may have been by itself or part of a batch', () => {
  const batch = ended('batch', 'check_organization', 13)
  const part = ended('part', 'check_storage', 12)
  expect(lastRuns([ended('alone', 'check_storage', 10), batch, part])).toEqual({
    check_organization: batch,
    check_storage: part,
    check_audits: null,
  })
})

test('the run that is under way is the last one, though it was asked for earlier', () => {
  const again = makeJob({ id: 'again', attempt: 2, created_at: '2026-11-01T10:00:00.000Z' })
  expect(lastRuns([ended('later', 'check_storage', 12), again]).check_storage).toBe(again)
})

test('everything can be checked once none of its parts is under way, a part while the other one is', () => {
  const runs = lastRuns([makeJob({ kind: 'check_storage', state: 'running' })])
  expect(isUnderWay('check_storage', runs)).toBe(true)
  expect(isUnderWay('check_organization', runs)).toBe(true)
  expect(isUnderWay('check_audits', runs)).toBe(false)
})
