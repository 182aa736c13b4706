import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { seeded } from '../test-support/seeded.ts'
import { rangeSource } from './range-source.ts'

const bytes = seeded(3).bytes(1000)
const name = 's3://bucket/one.svs'

test('hands ranges to the store and checks what comes back', async () => {
  const asked: number[][] = []
  const source = rangeSource({
    name,
    size: 1000,
    async fetchRange(offset, length) {
      asked.push([offset, length])
      return bytes.subarray(offset, offset + (offset === 500 ? length - 1 : length))
    },
  })
  expect(await source.read(10, 20)).toEqual(bytes.slice(10, 30))
  expect(await source.read(1000, 0)).toHaveLength(0)
  await expect(source.read(990, 20)).rejects.toMatchObject({ code: 'truncated' })
  expect(asked).toEqual([[10, 20]])
  await expect(source.read(500, 20)).rejects.toThrow(`${name}: gave 19 bytes instead of 20 at offset 500`)
})

test("a store's own errors become unreadable, a SlideError stays what it is", async () => {
  const failing = (error: Error) =>
    rangeSource({ name, size: 1000, fetchRange: () => Promise.reject(error) }).read(0, 1)
  await expect(failing(new Error('AccessDenied'))).rejects.toMatchObject({
    code: 'unreadable',
    message: `${name}: could not be fetched (AccessDenied)`,
  })
  const own = new SlideError('truncated', 'part 3', 'is missing')
  await expect(failing(own)).rejects.toBe(own)
})

test('a store that ignores its signal does not hold up an aborted reader', async () => {
  const source = rangeSource({ name, size: 1000, fetchRange: () => new Promise(() => {}) })
  const controller = new AbortController()
  const read = source.read(0, 10, controller.signal)
  controller.abort(new Error('gone'))
  await expect(read).rejects.toThrow('gone')
})

test('closes the store once', async () => {
  let closed = 0
  const source = rangeSource({
    name,
    size: 1000,
    fetchRange: async () => bytes,
    async close() {
      closed += 1
    },
  })
  await Promise.all([source.close(), source.close()])
  expect(closed).toBe(1)
  await expect(source.read(0, 1)).rejects.toMatchObject({ code: 'unreadable', reason: 'is closed' })
})
