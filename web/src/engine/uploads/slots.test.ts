import { expect, test } from 'vitest'
import { partsAtOnce } from './parts-at-once.ts'
import { createSlots } from './slots.ts'
import { createTestLocks } from './test-locks.ts'
import { withLock } from './upload-locks.ts'

const never = new AbortController().signal

test('all tabs together have so many slots, and whoever waits gets the next', async () => {
  const locks = createTestLocks()
  const [first, second] = [createSlots(locks, 2), createSlots(locks, 2)]
  const releases = [await first.take(never), await second.take(never)]
  let third = 0
  const waiting = [first, second].map((slots) => slots.take(never).then(() => (third += 1)))
  await new Promise(setImmediate)
  expect(third).toBe(0)
  for (const release of releases) release()
  await Promise.all(waiting)
  expect(locks.held()).toHaveLength(2)
})

test('whoever gives up waiting holds nothing', async () => {
  const locks = createTestLocks()
  const slots = createSlots(locks, 1)
  const release = await slots.take(never)
  const giving = new AbortController()
  const waiting = slots.take(giving.signal)
  await new Promise(setImmediate)
  giving.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  release()
  await new Promise(setImmediate)
  expect(locks.held()).toEqual([])
})

test('without locks, or where the browser refuses them, everyone goes on', async () => {
  const refusing = { request: () => Promise.reject(new DOMException('No', 'SecurityError')) }
  expect(await createSlots(undefined, 1).take(never)).toBeTypeOf('function')
  expect(await createSlots(refusing, 1).take(never)).toBeTypeOf('function')
})

test('a lock that someone holds is not had by whoever does not want to wait', async () => {
  const locks = createTestLocks()
  const release = await withLock(locks, 'a', { ifAvailable: true, signal: never })
  expect(await withLock(locks, 'a', { ifAvailable: true, signal: never })).toBeNull()
  release?.()
  await new Promise(setImmediate)
  expect(await withLock(locks, 'a', { ifAvailable: true, signal: never })).toBeTypeOf('function')
})

test('where parts share the connections of the page, one is left for calls', () => {
  const page = 'https://a.example'
  expect(partsAtOnce(page, page, 'http/1.1')).toBe(4)
  expect(partsAtOnce(page, page, 'h2')).toBe(5)
  expect(partsAtOnce('https://b.example', page, 'http/1.1')).toBe(5)
})
