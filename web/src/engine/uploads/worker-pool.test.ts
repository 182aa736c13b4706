import { messages } from '@cresyl/contract/api/messages'
import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../test-clock.ts'
import type { PartOrder, PartReport } from './part-messages.ts'
import { FinalError, PartError } from './upload-error.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

const never = new AbortController().signal
const body = new Blob(['x'])

class ScriptedWorker {
  readonly events = new EventTarget()
  orders: PartOrder[] = []
  isTerminated = false
  addEventListener(type: string, heard: unknown) {
    this.events.addEventListener(type, heard as EventListener)
  }
  postMessage(order: PartOrder) {
    this.orders.push(order)
  }
  terminate() {
    this.isTerminated = true
  }
  say(data: PartReport) {
    this.events.dispatchEvent(new MessageEvent('message', { data }))
  }
  crash() {
    this.events.dispatchEvent(new Event('error', { cancelable: true }))
  }
}

let workers: ScriptedWorker[]
let clock: TestClock
let pool: WorkerPool

const start = () => {
  const worker = new ScriptedWorker()
  workers.push(worker)
  return worker
}

beforeEach(() => {
  workers = []
  clock = createTestClock()
  pool = createWorkerPool(start, clock)
})

const worker = (index: number): ScriptedWorker => {
  const found = workers[index]
  if (found === undefined) throw new Error(`There is no worker ${index}.`)
  return found
}

test('a part goes to a free worker, which tells how far it is and its ETag', async () => {
  const heard: number[] = []
  const sent = pool.send('u', body, { signal: never, onProgress: (bytes) => heard.push(bytes) })
  expect(worker(0).orders).toEqual([{ type: 'send', id: 1, url: 'u', body }])
  worker(0).say({ type: 'progress', id: 1, bytes: 1 })
  worker(0).say({ type: 'sent', id: 1, etag: '"e"' })
  expect([await sent, heard]).toEqual(['"e"', [1]])
  void pool.send('v', body, { signal: never })
  void pool.send('w', body, { signal: never })
  expect(workers.map(({ orders }) => orders.length)).toEqual([2, 1])
})

test('three parts are sent at once unless said otherwise, never more than five; the others wait', async () => {
  const giving = new AbortController()
  const sent = ['a', 'b', 'c', 'd'].map((url) => pool.send(url, body, { signal: never }))
  const given = pool.send('e', body, { signal: giving.signal })
  expect(workers).toHaveLength(3)
  giving.abort(new Error('cancelled'))
  await expect(given).rejects.toThrow('cancelled')
  worker(1).say({ type: 'sent', id: 2, etag: 'second' })
  expect(await sent[1]).toBe('second')
  expect(worker(1).orders.at(-1)).toMatchObject({ type: 'send', url: 'd' })
  expect(workers).toHaveLength(3)

  workers = []
  pool = createWorkerPool(start, clock, 9)
  const many = Array.from({ length: 6 }, () => pool.send('u', body, { signal: never }))
  expect(workers).toHaveLength(5)
  pool.destroy()
  for (const each of many) await expect(each).rejects.toThrow(messages.upload.poolDestroyed)
})

test('a part that fails says with which status', async () => {
  const sent = pool.send('u', body, { signal: never })
  worker(0).say({ type: 'failed', id: 1, status: 507, message: 'Full.' })
  await expect(sent).rejects.toMatchObject({ name: 'PartError', message: 'Full.', status: 507 })
})

test('what is given up is over at once, and its late answer does not count for the next part', async () => {
  const giving = new AbortController()
  const heard: number[] = []
  const first = pool.send('u', body, { signal: giving.signal })
  giving.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow('cancelled')
  const second = pool.send('v', body, { signal: never, onProgress: (bytes) => heard.push(bytes) })
  expect(worker(0).orders.map(({ type, id }) => [type, id])).toEqual([
    ['send', 1],
    ['abort', 1],
    ['send', 2],
  ])
  worker(0).say({ type: 'progress', id: 1, bytes: 9 })
  worker(0).say({ type: 'failed', id: 1, status: 0, message: 'Aborted' })
  worker(0).say({ type: 'sent', id: 2, etag: 'e' })
  expect([await second, heard]).toEqual(['e', []])
})

test('a worker that crashes fails its part and is replaced', async () => {
  const sent = pool.send('u', body, { signal: never })
  worker(0).crash()
  await expect(sent).rejects.toEqual(new PartError(messages.upload.workerCrashed))
  expect(worker(0).isTerminated).toBe(true)
  void pool.send('u', body, { signal: never })
  expect(workers).toHaveLength(2)
})

test('a worker that can not be started fails the part only', async () => {
  pool = createWorkerPool(() => {
    throw new Error('refused')
  }, clock)
  await expect(pool.send('u', body, { signal: never })).rejects.toThrow('refused')
})

test('a part that waited is not lost where no worker can be started for it', async () => {
  const workersLeft = [start(), start(), start()]
  pool = createWorkerPool(() => {
    const next = workersLeft.shift()
    if (next === undefined) throw new Error('refused')
    return next
  }, clock)
  const sent = ['a', 'b', 'c'].map((url) => pool.send(url, body, { signal: never }))
  const waiting = pool.send('d', body, { signal: never })
  worker(0).crash()
  await expect(sent[0]).rejects.toThrow(messages.upload.workerCrashed)
  await expect(waiting).rejects.toThrow('refused')
})

test('a worker is ended half a minute after its last part, but not while it has one', async () => {
  void pool.send('u', body, { signal: never })
  await clock.advance(60_000)
  expect(worker(0).isTerminated).toBe(false)
  worker(0).say({ type: 'sent', id: 1, etag: 'e' })
  await clock.advance(29_000)
  void pool.send('u', body, { signal: never })
  await clock.advance(60_000)
  expect(worker(0).isTerminated).toBe(false)
  worker(0).say({ type: 'sent', id: 2, etag: 'e' })
  await clock.advance(30_000)
  expect(worker(0).isTerminated).toBe(true)
})

test('a pool that is destroyed ends its workers, fails what they send, and takes nothing more', async () => {
  const sent = pool.send('u', body, { signal: never })
  pool.destroy()
  await expect(sent).rejects.toEqual(new FinalError(messages.upload.poolDestroyed))
  await expect(pool.send('u', body, { signal: never })).rejects.toThrow(messages.upload.poolDestroyed)
  expect(worker(0).isTerminated).toBe(true)
})
