import { describe, expect, test } from 'vitest'
import {
  asksBeforeCancel,
  endedBetween,
  groupActive,
  lastFailure,
  overallProgress,
  standingOf,
  unseenFailures,
} from './job-state.ts'
import { makeJob, makePage } from './test-job.ts'

const now = new Date('2026-11-15T14:05:00.000Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const none = { total: 2, queued: 1, running: 1, succeeded: 0, failed: 0, cancelled: 0 }

test('what failed and waits for its next attempt stands differently from what waits for its first', () => {
  expect(standingOf(makeJob())).toBe('waiting')
  expect(standingOf(makeJob({ attempt: 2 }))).toBe('again')
})

test('what is being cancelled stands so until it has ended', () => {
  expect(standingOf(makeJob({ state: 'running', cancelling: true }))).toBe('cancelling')
  expect(standingOf(makeJob({ state: 'cancelled', cancelling: true }))).toBe('cancelled')
})

test('running and waiting ones are kept apart, and those beyond the page are counted', () => {
  const running = makeJob({ id: 'a', state: 'running' })
  const waiting = makeJob({ id: 'b' })
  expect(groupActive(makePage([waiting, running], 5))).toEqual({
    running: [running],
    waiting: [waiting],
    more: 3,
  })
})

test('the progress of several is the mean of those that know theirs', () => {
  expect(overallProgress([{ progress: 0.2 }, { progress: null }, { progress: 0.6 }])).toBeCloseTo(0.4)
  expect(overallProgress([{ progress: null }])).toBeNull()
  expect(overallProgress([])).toBeNull()
})

describe('cancelling', () => {
  test.each([
    ['what still waits', makeJob(), false],
    ['what has just begun', makeJob({ state: 'running', started_at: secondsAgo(20) }), false],
    ['minutes of work', makeJob({ state: 'running', started_at: secondsAgo(90) }), true],
    ['a batch', makeJob({ children: none }), true],
  ])('%s: asks first? %#', (_, job, asks) => {
    expect(asksBeforeCancel(job, now)).toBe(asks)
  })
})

describe('failures', () => {
  const failed = (id: string, seconds: number) =>
    makeJob({ id, state: 'failed', finished_at: secondsAgo(seconds) })
  const early = failed('early', 600)
  const late = failed('late', 10)

  test('count as unseen if they came after the one last looked at', () => {
    expect(unseenFailures([late, early], secondsAgo(600), now)).toEqual([late])
    expect(unseenFailures([late, early], secondsAgo(10), now)).toEqual([])
  })

  test('of more than a day ago are no news to who never looked', () => {
    expect(unseenFailures([late, failed('old', 90_000)], null, now)).toEqual([late])
  })

  test('the last one is the one that ended last, in whatever order they come', () => {
    expect(lastFailure([early, late])).toBe(secondsAgo(10))
    expect(lastFailure([])).toBeNull()
  })
})

describe('what people asked for and is no longer under way', () => {
  const created_by = { id: 'ada', name: 'Ada', picture: null }
  const asked = makeJob({ id: 'asked', created_by })
  const stays = makeJob({ id: 'stays', created_by })
  const ownWork = makeJob({ id: 'own' })

  test('has ended', () => {
    expect(endedBetween([asked, stays, ownWork], makePage([stays]))).toEqual([asked])
    expect(endedBetween([asked], makePage([]))).toEqual([asked])
  })

  test('may only have slid out of a list that is longer, unless it is newer than the last one there', () => {
    const newer = makeJob({ id: 'newer', created_by, created_at: secondsAgo(0) })
    expect(endedBetween([newer, stays, asked], makePage([stays], 2))).toEqual([newer])
  })
})
