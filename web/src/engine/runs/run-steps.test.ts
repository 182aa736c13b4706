import { expect, test, vi } from 'vitest'
import {
  begunWith,
  goOn,
  notBegun,
  overrideAndRun,
  overrideOnly,
  type RunCalls,
  type RunProgress,
  type RunStep,
  runOnly,
} from './run-steps.ts'

const made = { id: 'run' }
const refusal = new Error('Not today.')

function recorded(fails?: RunStep) {
  const done: string[] = []
  const step = async <Value>(name: RunStep, value: Value): Promise<Value> => {
    done.push(name)
    if (name === fails) throw refusal
    return value
  }
  const calls: RunCalls = {
    override: () => step('override', undefined),
    create: () => step('create', made),
    state: (of) => step('state', expect(of).toBe(made)),
  }
  return { done, calls }
}

test('the three steps are taken in order, once each', async () => {
  const { done, calls } = recorded()
  const end = await goOn(notBegun(overrideAndRun), calls, vi.fn())
  expect(done).toEqual(overrideAndRun)
  expect(end).toMatchObject({ next: null, isRunning: false, made, failure: null })
})

test('without an override the run is made and its state said again', async () => {
  const { done, calls } = recorded()
  await goOn(notBegun(runOnly), calls, vi.fn())
  expect(done).toEqual(['create', 'state'])
})

test('a check may be overridden without running anything', async () => {
  const { done, calls } = recorded()
  expect(await goOn(notBegun(overrideOnly), calls, vi.fn())).toMatchObject({ next: null, made: null })
  expect(done).toEqual(['override'])
})

test.each([
  ['override', 'Failed to update QC job status. Server message: Not today.'],
  ['create', 'Failed to create inference job. Server message: Not today.'],
  ['state', 'Failed to update inference job state. Server message: Not today.'],
] as const)('where "%s" fails nothing after it is tried, and it says so', async (fails, sentence) => {
  const { done, calls } = recorded(fails)
  const end = await goOn(notBegun(overrideAndRun), calls, vi.fn())
  expect(done).toEqual(overrideAndRun.slice(0, overrideAndRun.indexOf(fails) + 1))
  expect(end).toMatchObject({ next: fails, isRunning: false, failure: sentence })
})

test('an empty answer where a run should be is a failure, not a run', async () => {
  const { done, calls } = recorded()
  const end = await goOn(notBegun(runOnly), { ...calls, create: async () => null }, vi.fn())
  expect(end).toMatchObject({ next: 'create', made: null })
  expect(end.failure).toMatch(/^Failed to create inference job\./)
  expect(done).toEqual([])
})

test.each(overrideAndRun)('it goes on at "%s" without doing again what is done', async (fails) => {
  const stopped = await goOn(notBegun(overrideAndRun), recorded(fails).calls, vi.fn())
  const { done, calls } = recorded()
  const end = await goOn(stopped, calls, vi.fn())
  expect(done).toEqual(overrideAndRun.slice(overrideAndRun.indexOf(fails)))
  expect(end).toMatchObject({ next: null, made, failure: null })
})

test('each change is told, and a failure is forgotten when it is tried again', async () => {
  const told: RunProgress[] = []
  const stopped = await goOn(notBegun(runOnly), recorded('create').calls, vi.fn())
  await goOn(stopped, recorded().calls, (progress) => told.push(progress))
  expect(told.map(({ next, isRunning }) => [next, isRunning])).toEqual([
    ['create', true],
    ['state', true],
    ['state', true],
    [null, true],
    [null, false],
  ])
  expect(told.every(({ failure }) => failure === null)).toBe(true)
})

test('what is to be done may be changed until something is done', async () => {
  const refused = await goOn(notBegun(overrideAndRun), recorded('override').calls, vi.fn())
  expect(begunWith(refused, overrideOnly).steps).toEqual(overrideOnly)
  const begun = await goOn(notBegun(overrideAndRun), recorded('create').calls, vi.fn())
  expect(begunWith(begun, overrideOnly)).toBe(begun)
})
