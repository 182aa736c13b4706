import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDecodePool } from './decode-pool.ts'
import { openDescribed } from './image-location.ts'
import { createOpenSlides } from './open-slides.ts'
import { locate, type MadeSlides, makeTestSlides } from './test-support/made-slides.ts'
import { createTileCache } from './tile-cache.ts'
import { createTileService, type TileService } from './tile-service.ts'

let made: MadeSlides
let tiles: TileService
/** Storage answers when it is open. */
let gate = Promise.withResolvers<void>()
let reads = 0
const patienceMilliseconds = 100

beforeAll(async () => {
  made = await makeTestSlides()
  gate.resolve()
  const openSlides = createOpenSlides({
    openSource: async (descriptor, signal) => {
      const source = await openDescribed(descriptor, signal)
      const read: typeof source.read = async (...asked) => {
        reads += 1
        await gate.promise
        return source.read(...asked)
      }
      return { name: source.name, size: source.size, read, close: () => source.close() }
    },
  })
  const parts = { openSlides, pool: createDecodePool({ processes: 1 }), answered: () => {} }
  tiles = createTileService(
    { ...parts, sent: () => {}, cache: createTileCache({ maxBytes: 1e6 }) },
    patienceMilliseconds,
  )
})

afterAll(async () => {
  await tiles.close()
  await made.remove()
})

const place = { level: 0, x: 0, y: 0, z: 0, t: 0 }
const never = () => new AbortController().signal

test('storage that does not answer is waited for so long, then it is said to be away, and later it is back', async () => {
  // A busy machine must not make storage that answers look slow.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const location = locate(made.brightfield)
  const fetch = (x: number) => tiles.stored(location, { ...place, x }, never)
  const first = await fetch(0)
  expect(first?.origin).toBe('stored')

  gate = Promise.withResolvers()
  const slow = { code: 'too_slow', retry: true }
  const begun = reads
  const waiting = fetch(1)
  await expect.poll(() => reads).toBe(begun + 1)
  vi.advanceTimersByTime(patienceMilliseconds)
  await expect(waiting).rejects.toMatchObject(slow)
  // Who comes now needn't wait, and takes no more threads.
  const before = reads
  await expect(fetch(0)).rejects.toMatchObject(slow)
  expect(reads).toBe(before)
  // Nothing is closed under a read that may still come.
  expect(tiles.openSlides.state()).toMatchObject({ open: 1, used: 1 })

  gate.resolve()
  await expect.poll(() => tiles.openSlides.state().used).toBe(0)
  expect((await fetch(0))?.bytes).toEqual(first?.bytes)
})

test('a slide that is opened on such storage is not waited for either', async () => {
  const location = locate(made.fluorescence, { imageId: 'another' })
  gate = Promise.withResolvers()
  await expect(tiles.stored(location, place, never)).rejects.toMatchObject({ code: 'too_slow', retry: true })
  gate.resolve()
  await expect.poll(() => tiles.openSlides.state().used).toBe(0)
  // Sixteen bits are no picture that can be sent as it is stored.
  expect(await tiles.stored(location, place, never)).toBeNull()
})
