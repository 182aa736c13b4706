import { describe, expect, test } from 'vitest'
import { type CacheLookup, createTileCache } from './tile-cache.ts'

const kilobyte = 1024
const tileOf = (size: number, value = 1) => ({ bytes: new Uint8Array(size).fill(value) })

function prepare(maxBytes = 100 * kilobyte) {
  const lookups: CacheLookup[] = []
  const cache = createTileCache({ maxBytes, onLookup: (result) => void lookups.push(result) })
  let made = 0
  const fetch = (imageId: string, key: string, size = kilobyte) =>
    cache.fetch(imageId, key, async () => {
      made += 1
      return tileOf(size)
    })
  return { cache, lookups, fetch, made: () => made }
}

describe('encoded tiles', () => {
  test('are made once and kept', async () => {
    const { fetch, lookups, made } = prepare()
    const [one, two] = await Promise.all([fetch('a', '0/1/2'), fetch('a', '0/1/2')])
    expect(two).toBe(one)
    expect(await fetch('a', '0/1/2')).toBe(one)
    expect(await fetch('b', '0/1/2')).not.toBe(one)
    expect(made()).toBe(2)
    expect(lookups).toEqual(['miss', 'joined', 'hit', 'miss'])
  })

  test('never take more than the limit, and those used last stay', async () => {
    const { cache, fetch, made } = prepare()
    for (let n = 0; n < 1000; n += 1) {
      await fetch('a', `tile ${n}`, 1 + ((n * 37) % (4 * kilobyte)))
      await fetch('a', 'tile 0')
      expect(cache.state().bytes).toBeLessThanOrEqual(100 * kilobyte)
    }
    expect(made()).toBe(1000)
    expect(cache.state().tiles).toBeGreaterThan(20)
  })

  test('that would drive out too many others are not kept', async () => {
    const { cache, fetch } = prepare()
    await fetch('a', 'small')
    await fetch('a', 'large', 20 * kilobyte)
    expect(cache.state().tiles).toBe(1)
  })

  test('are gone when their image is dropped, and the count with them', async () => {
    const { cache, fetch, made } = prepare()
    for (const key of ['1', '2', '3']) await fetch('a', key)
    await fetch('b', '1')
    cache.drop('a')
    expect(cache.state().tiles).toBe(1)
    await fetch('b', '1')
    expect(made()).toBe(4)
    cache.drop('b')
    expect(cache.state()).toEqual({ tiles: 0, bytes: 0 })
  })

  test('that are being made while their image is dropped are not kept, nor given to those who come later', async () => {
    const { cache } = prepare()
    const old = Promise.withResolvers<{ bytes: Uint8Array }>()
    const before = cache.fetch('a', '1', () => old.promise)
    cache.drop('a')
    const after = cache.fetch('a', '1', async () => tileOf(10, 2))
    expect((await after).bytes[0]).toBe(2)
    old.resolve(tileOf(10, 1))
    expect((await before).bytes[0]).toBe(1)
    expect((await cache.fetch('a', '1', async () => tileOf(10, 3))).bytes[0]).toBe(2)
  })

  test('that failed are made again', async () => {
    const { cache } = prepare()
    const failing = cache.fetch('a', '1', async () => {
      throw new Error('damaged')
    })
    await expect(failing).rejects.toThrow('damaged')
    expect((await cache.fetch('a', '1', async () => tileOf(10, 2))).bytes[0]).toBe(2)
  })

  test('are no longer made when nobody waits for them', async () => {
    const { cache } = prepare()
    const controller = new AbortController()
    const { promise: told, resolve } = Promise.withResolvers<unknown>()
    const fetching = cache.fetch(
      'a',
      '1',
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            resolve(signal.reason)
            reject(signal.reason)
          })
        }),
      controller.signal,
    )
    const reason = new Error('the client went away')
    controller.abort(reason)
    await expect(fetching).rejects.toBe(reason)
    expect(await told).toBe(reason)
  })
})
