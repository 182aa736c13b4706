import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { PassThrough, Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atLeastPace } from './stalled-reply.ts'

const least = { bytes: 1000, milliseconds: 30_000 }
const block = Buffer.alloc(16 * 1024)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a reader that takes nothing is not waited for, and what it was to get is let go', async () => {
  const content = Readable.from(
    (function* () {
      for (;;) yield block
    })(),
  )
  const stuck = new Writable({ write: () => {} }) as ServerResponse
  atLeastPace(content, stuck, least).pipe(stuck)
  await vi.waitFor(() => expect(stuck.writableLength).toBeGreaterThan(0))
  vi.advanceTimersByTime(2 * least.milliseconds)
  await once(stuck, 'close')
  expect(content.destroyed).toBe(true)
})

test('where its client has gone already, nothing is kept', async () => {
  const gone = new Writable() as ServerResponse
  gone.destroy()
  await once(gone, 'close')
  const content = new PassThrough()
  atLeastPace(content, gone, least)
  expect([content.destroyed, vi.getTimerCount()]).toEqual([true, 0])
})

test('one that takes all it is given is waited for, however slowly that is written', async () => {
  const content = new PassThrough()
  const ready = new Writable({ write: (_chunk, _encoding, done) => done() }) as ServerResponse
  const heard = vi.fn()
  atLeastPace(content, ready, least).on('data', heard).pipe(ready)
  for (let times = 1; times <= 3; times += 1) {
    content.write('a line')
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(times))
    await setImmediate()
    vi.advanceTimersByTime(least.milliseconds)
  }
  expect(ready.destroyed).toBe(false)
  content.end()
  await once(ready, 'finish')
})
