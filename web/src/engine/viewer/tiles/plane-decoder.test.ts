import { expect, test } from 'vitest'
import { createPlaneDecoder, type PlaneWorker } from './plane-decoder.ts'
import type { PlaneOrder, PlaneReport } from './plane-messages.ts'
import { pauseAfter } from './tile-error.ts'

/** A worker that answers when it is told to. */
function createTestWorker() {
  const heard: { message?: (event: MessageEvent<PlaneReport>) => void; error?: (event: Event) => void } = {}
  const orders: PlaneOrder[] = []
  let isEnded = false
  const worker: PlaneWorker = {
    postMessage: (order) => orders.push(order),
    addEventListener: (type: 'message' | 'error', listener: (event: never) => void) => {
      Object.assign(heard, { [type]: listener })
    },
    terminate: () => {
      isEnded = true
    },
  }
  const report = (data: PlaneReport) => heard.message?.(new MessageEvent('message', { data }))
  const crash = () => heard.error?.(new Event('error', { cancelable: true }))
  return { worker, orders, report, crash, isEnded: () => isEnded }
}

test('answers belong to what was asked, in whatever order they come', async () => {
  const only = createTestWorker()
  const decoder = createPlaneDecoder(() => only.worker)
  const [first, second] = [decoder.decode(new ArrayBuffer(2)), decoder.decode(new ArrayBuffer(4))]
  only.report({ id: 2, numbers: Uint16Array.of(2, 2) })
  only.report({ id: 1, numbers: Uint16Array.of(1) })
  expect([await first, await second]).toEqual([Uint16Array.of(1), Uint16Array.of(2, 2)])
  expect(only.orders.map(({ bytes }) => bytes.byteLength)).toEqual([2, 4])
})

test('bytes that are none of ours are not asked for again', async () => {
  const only = createTestWorker()
  const failing = createPlaneDecoder(() => only.worker).decode(new ArrayBuffer(3))
  only.report({ id: 1, problem: 'odd' })
  const error = await failing.catch((reason) => reason)
  expect(pauseAfter(error, 1)).toBeNull()
})

test('a worker that crashes is replaced, and what it had is tried again', async () => {
  const workers = [createTestWorker(), createTestWorker()]
  let started = 0
  const decoder = createPlaneDecoder(() => workers[started++]?.worker ?? createTestWorker().worker)
  const failing = decoder.decode(new ArrayBuffer(2))
  workers[0]?.crash()
  const error = await failing.catch((reason) => reason)
  expect(pauseAfter(error, 1)).toBe(1000)
  const next = decoder.decode(new ArrayBuffer(2))
  workers[1]?.report({ id: 2, numbers: Uint16Array.of(7) })
  expect(await next).toEqual(Uint16Array.of(7))
  decoder.destroy()
  expect(workers.map(({ isEnded }) => isEnded())).toEqual([true, true])
})
