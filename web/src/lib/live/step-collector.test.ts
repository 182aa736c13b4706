import type { ChangeEvent } from '@cresyl/contract/events'
import { beforeEach, expect, test } from 'vitest'
import { createStepCollector, type StepCollector } from './step-collector.ts'
import { TestTime } from './test-live.ts'

let time: TestTime
let passed: ChangeEvent[]
let steps: StepCollector

beforeEach(() => {
  time = new TestTime()
  passed = []
  steps = createStepCollector({
    after: time.after,
    canWait: (_, id) => id.startsWith('running'),
    pass: (change) => passed.push(change),
  })
})

/** Two steps a second. */
async function workFor(seconds: number, ...ids: string[]): Promise<void> {
  for (let half = 0; half < 2 * seconds; half += 1) {
    for (const id of ids) steps.add({ resource: 'jobs', id, version: half })
    await time.pass(500)
  }
}

test('what cannot wait, or is not told apart, is passed on at once', () => {
  steps.add({ resource: 'jobs', id: 'new', version: 1 })
  steps.add({ resource: 'jobs' })
  expect(passed).toEqual([{ resource: 'jobs', id: 'new', version: 1 }, { resource: 'jobs' }])
})

test('of a steady flow of steps the newest is passed on every four seconds', async () => {
  await workFor(4, 'running')
  expect(passed).toEqual([{ resource: 'jobs', id: 'running', version: 7 }])
  await workFor(16, 'running')
  expect(passed.length).toBeLessThanOrEqual(5)
})

test('one that falls silent, as at its end, is not waited for that long, whatever else goes on', async () => {
  await workFor(1, 'running', 'running too')
  await workFor(1, 'running too')
  expect(passed.map(({ id }) => id)).toEqual(['running', 'running too'])
})

test('others need not wait for those that do', async () => {
  await workFor(1, 'running')
  steps.add({ resource: 'jobs', id: 'new' })
  expect(passed).toEqual([{ resource: 'jobs', id: 'new' }])
})

test('what is held back when it is stopped is forgotten, and it works on when used again', async () => {
  await workFor(1, 'running')
  steps.stop()
  await time.pass(10_000)
  expect(passed).toEqual([])
  await workFor(4, 'running')
  expect(passed).toHaveLength(1)
})
