import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seeded } from '../test-support/seeded.ts'
import { cachedSource } from './cached-source.ts'
import { memorySource } from './memory-source.ts'
import { rangeSource } from './range-source.ts'
import { controlledSource } from './test-support/controlled-source.ts'

const bytes = seeded(6).bytes(10_050)
const small = { blockBytes: 100, maxBytes: 2000, maxRequestBytes: 500 }

const held = () => {
  const source = controlledSource(memorySource(bytes))
  return { source, cache: cachedSource(source, small) }
}
const ranges = (source: ReturnType<typeof controlledSource>) =>
  source.held.map(({ offset, length }) => [offset, length])

test('gives the same bytes as the source, whatever is read, aborted or fails meanwhile', async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const random = seeded(seed)
    let failing = true
    const flaky = rangeSource({
      name: 'flaky',
      size: bytes.length,
      async fetchRange(offset, length, signal) {
        for (let turns = random.below(4); turns > 0; turns -= 1) await nextTurn()
        signal?.throwIfAborted()
        if (failing && random.below(10) === 0) throw new Error('flaky')
        return bytes.slice(offset, offset + length)
      },
    })
    const cache = cachedSource(flaky, small)
    let good = 0
    const reads = Array.from({ length: 150 }, async () => {
      for (let turns = random.below(30); turns > 0; turns -= 1) await nextTurn()
      const offset = random.below(bytes.length)
      const length = random.below(Math.min(random.below(8) === 0 ? 5000 : 400, bytes.length - offset) + 1)
      const controller = new AbortController()
      if (random.below(4) === 0) {
        void nextTurn().then(() => controller.abort(new Error('aborted')))
      }
      try {
        const part = await cache.read(offset, length, controller.signal)
        expect(Buffer.compare(part, bytes.subarray(offset, offset + length))).toBe(0)
        good += 1
      } catch (error) {
        expect(String(error)).toMatch(/flaky|aborted/)
      }
    })
    await Promise.all(reads)
    expect(good).toBeGreaterThan(50)
    failing = false
    for (let offset = 0; offset < bytes.length; offset += 75) {
      const part = await cache.read(offset, 75)
      expect(Buffer.compare(part, bytes.subarray(offset, offset + 75))).toBe(0)
    }
  }
})

test('neighbouring blocks wanted in one tick are one request, up to its limit', async () => {
  const { source, cache } = held()
  const reads = [cache.read(320, 10), cache.read(150, 100), cache.read(5000, 700), cache.read(0, 5)]
  await nextTurn()
  expect(ranges(source)).toEqual([
    [0, 400],
    [5000, 500],
    [5500, 200],
  ])
  for (const { release } of source.held) release()
  const parts = await Promise.all(reads)
  expect(parts[1]).toEqual(bytes.slice(150, 250))
  expect(parts[2]).toEqual(bytes.slice(5000, 5700))
  expect(cache.stats()).toEqual({ requests: 3, bytes: 1100, hits: 0, misses: 11 })
})

test('a block on its way is not asked for again', async () => {
  const { source, cache } = held()
  const first = cache.read(0, 50)
  await nextTurn()
  const second = cache.read(20, 120)
  await nextTurn()
  expect(ranges(source)).toEqual([
    [0, 100],
    [100, 100],
  ])
  for (const { release } of source.held) release()
  expect(await first).toEqual(bytes.slice(0, 50))
  expect(await second).toEqual(bytes.slice(20, 140))
  expect(cache.stats()).toMatchObject({ hits: 1, misses: 2 })
})

test('the last block is as short as the file', async () => {
  const cache = cachedSource(memorySource(bytes), small)
  expect(await cache.read(9990, 60)).toEqual(bytes.slice(9990))
  expect(cache.stats().bytes).toBe(150)
  await expect(cache.read(10_000, 51)).rejects.toMatchObject({ code: 'truncated' })
})

test('a read within one block is a view of it', async () => {
  const cache = cachedSource(memorySource(bytes), small)
  const [one, two] = await Promise.all([cache.read(110, 10), cache.read(150, 10)])
  const three = await cache.read(100, 100)
  expect(one.buffer).toBe(three.buffer)
  expect(two.buffer).toBe(three.buffer)
})

test('keeps no more than its bytes, and what was used last', async () => {
  const cache = cachedSource(memorySource(bytes), { ...small, maxBytes: 300 })
  for (const block of [0, 1, 2]) await cache.read(block * 100, 1)
  await cache.read(0, 1)
  await cache.read(300, 1)
  expect(cache.stats()).toMatchObject({ hits: 1, misses: 4 })
  await cache.read(0, 1)
  await cache.read(200, 1)
  expect(cache.stats()).toMatchObject({ hits: 3, misses: 4 })
  await cache.read(100, 1)
  expect(cache.stats()).toMatchObject({ hits: 3, misses: 5 })
})

test('a kept block does not keep the whole request in memory', async () => {
  const cache = cachedSource(memorySource(bytes), small)
  await cache.read(0, 500)
  expect((await cache.read(0, 1)).buffer.byteLength).toBe(100)
})

test('very large reads go past what is kept', async () => {
  const cache = cachedSource(memorySource(bytes), small)
  await cache.read(0, 50)
  expect(await cache.read(0, 1001)).toEqual(bytes.slice(0, 1001))
  await cache.read(0, 50)
  expect(cache.stats()).toEqual({ requests: 2, bytes: 1101, hits: 1, misses: 1 })
})

test('a request goes on while one of its readers stays, and is aborted with the last', async () => {
  const { source, cache } = held()
  const one = new AbortController()
  const two = new AbortController()
  const first = cache.read(0, 150, one.signal)
  const second = cache.read(120, 10, two.signal)
  await nextTurn()
  one.abort(new Error('one'))
  await expect(first).rejects.toThrow('one')
  expect(source.held[0]?.signal?.aborted).toBe(false)
  const third = cache.read(30, 10)
  two.abort(new Error('two'))
  await expect(second).rejects.toThrow('two')
  expect(source.held[0]?.signal?.aborted).toBe(false)
  source.held[0]?.release()
  expect(await third).toEqual(bytes.slice(30, 40))

  const last = new AbortController()
  const fourth = cache.read(1000, 10, last.signal)
  await nextTurn()
  last.abort(new Error('last'))
  await expect(fourth).rejects.toThrow('last')
  expect(source.held[1]?.signal?.aborted).toBe(true)
  const again = cache.read(1000, 10)
  await nextTurn()
  source.held[2]?.release()
  expect(await again).toEqual(bytes.slice(1000, 1010))
})

test('what is aborted before the tick ends is never asked for', async () => {
  const { source, cache } = held()
  const controller = new AbortController()
  const gone = cache.read(0, 50, controller.signal)
  controller.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  const stays = cache.read(300, 10)
  await nextTurn()
  expect(ranges(source)).toEqual([[300, 100]])
  source.held[0]?.release()
  await stays
})

test('a block that failed is asked for again', async () => {
  const { source, cache } = held()
  const failed = cache.read(0, 50)
  await nextTurn()
  source.held[0]?.fail(new Error('broken'))
  await expect(failed).rejects.toThrow('broken')
  const again = cache.read(0, 50)
  await nextTurn()
  source.held[1]?.release()
  expect(await again).toEqual(bytes.slice(0, 50))
})

test('a slow block holds up nobody but its readers', async () => {
  const { source, cache } = held()
  let slowDone = false
  const slow = cache.read(0, 50).then(() => {
    slowDone = true
  })
  await nextTurn()
  for (let block = 2; block < 30; block += 1) {
    const read = cache.read(block * 100, 10)
    await nextTurn()
    source.held.at(-1)?.release()
    expect(await read).toEqual(bytes.slice(block * 100, block * 100 + 10))
  }
  expect(slowDone).toBe(false)
  source.held[0]?.release()
  await slow
})

test('closing ends what is under way', async () => {
  const { source, cache } = held()
  const read = cache.read(0, 50)
  await nextTurn()
  const early = cache.read(500, 50)
  const closed = Promise.all([cache.close(), cache.close()])
  await expect(read).rejects.toMatchObject({ code: 'unreadable', reason: 'is closed' })
  await expect(early).rejects.toMatchObject({ reason: 'is closed' })
  await expect(cache.read(0, 50)).rejects.toMatchObject({ reason: 'is closed' })
  await closed
  expect(source.held[0]?.signal?.aborted).toBe(true)
  expect(source.held).toHaveLength(1)
})
