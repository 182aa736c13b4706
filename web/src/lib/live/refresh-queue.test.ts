import { beforeEach, expect, test } from 'vitest'
import { type Changes, createRefreshQueue, type RefreshQueue } from './refresh-queue.ts'
import { TestTime } from './test-live.ts'

let time: TestTime
let refreshed: Changes[]
let answer: () => Promise<void>
let queue: RefreshQueue

beforeEach(() => {
  time = new TestTime()
  refreshed = []
  answer = () => Promise.resolve()
  queue = createRefreshQueue({
    atMostEvery: 500,
    after: time.after,
    refresh: (changes) => {
      refreshed.push(changes)
      return answer()
    },
  })
})

test('changes that come together are one refresh, each with its newest version', async () => {
  queue.add({ resource: 'projects', id: 'a', version: 2 })
  queue.add({ resource: 'projects', id: 'a', version: 4 })
  queue.add({ resource: 'projects', id: 'a', version: 3 })
  queue.add({ resource: 'tissues', id: 'b' })
  await time.pass(299)
  expect(refreshed).toEqual([])
  await time.pass(1)
  expect(refreshed).toEqual([
    new Map<string, unknown>([
      ['projects', new Map([['a', 4]])],
      ['tissues', new Map([['b', undefined]])],
    ]),
  ])
})

test('an unknown version stays unknown, and a change without an id is one of all', async () => {
  queue.add({ resource: 'projects', id: 'a' })
  queue.add({ resource: 'projects', id: 'a', version: 4 })
  queue.add({ resource: 'tissues', id: 'b', version: 1 })
  queue.add({ resource: 'tissues' })
  queue.add({ resource: 'tissues', id: 'b', version: 2 })
  await time.pass(300)
  expect(refreshed[0]?.get('projects')).toEqual(new Map([['a', undefined]]))
  expect(refreshed[0]?.get('tissues')).toBe('all')
})

test('so many that they need not be told apart are one of all', async () => {
  for (let n = 0; n < 200; n += 1) queue.add({ resource: 'jobs', id: String(n), version: 1 })
  await time.pass(300)
  expect(refreshed).toEqual([new Map([['jobs', 'all']])])
})

test('a steady flow is two refreshes a second at most', async () => {
  for (let passed = 0; passed < 10_000; passed += 50) {
    queue.add({ resource: 'jobs', id: 'a', version: passed })
    await time.pass(50)
  }
  expect(refreshed.length).toBeGreaterThan(5)
  expect(refreshed.length).toBeLessThanOrEqual(20)
})

test('nothing more is asked for while answers are awaited, and then what came meanwhile', async () => {
  let arrive = () => {}
  answer = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  queue.add({ resource: 'projects', id: 'a', version: 1 })
  await time.pass(300)
  queue.add({ resource: 'projects', id: 'a', version: 2 })
  await time.pass(5000)
  expect(refreshed).toHaveLength(1)
  arrive()
  await time.pass(300)
  expect(refreshed[1]).toEqual(new Map([['projects', new Map([['a', 2]])]]))
})

test('a refresh that fails is not the last one', async () => {
  answer = () => Promise.reject(new Error('offline'))
  queue.add({ resource: 'projects' })
  await time.pass(1000)
  queue.add({ resource: 'projects' })
  await time.pass(1000)
  expect(refreshed).toHaveLength(2)
})

test('what waits when it is stopped is forgotten, and it works on when used again', async () => {
  queue.add({ resource: 'projects' })
  queue.stop()
  await time.pass(1000)
  expect(refreshed).toEqual([])
  queue.add({ resource: 'tissues' })
  await time.pass(300)
  expect(refreshed).toEqual([new Map([['tissues', 'all']])])
})
