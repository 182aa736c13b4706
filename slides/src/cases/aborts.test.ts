import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSlide } from '../open.ts'
import { bytesOf, type PixelData } from '../pixels.ts'
import { renderThumbnail } from '../render/thumbnail.ts'
import type { Slide, SlideImage } from '../slide.ts'
import { memorySource } from '../source/memory-source.ts'
import type { Source } from '../source/source.ts'
import { seedFiles, seedNames } from './test-support/seed-files.ts'

const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

/** Tells before each read, which then takes a turn of the event loop as a disk does. */
function watchedSource(bytes: Uint8Array, onRead: () => void): Source {
  const source = memorySource(bytes)
  return {
    ...source,
    async read(offset, length, signal) {
      onRead()
      await nextTurn()
      return source.read(offset, length, signal)
    },
  }
}

/** The bytes at once: one by one they would take longer than to read them. */
async function hasTile(slide: Slide, expected: PixelData): Promise<boolean> {
  const { data } = await imageOf(slide).rawTile(0, 0, 0)
  return Buffer.compare(bytesOf(data), bytesOf(expected)) === 0
}

const imageOf = ({ images }: Slide): SlideImage => images[0] as SlideImage

/** The stages of showing a slide, each with its signal. */
const stages: readonly [string, (slide: Slide, signal: AbortSignal) => Promise<unknown>][] = [
  ['a tile', (slide, signal) => imageOf(slide).rawTile(0, 0, 0, {}, signal)],
  ['an encoded tile', (slide, signal) => imageOf(slide).encodedTile(0, 0, 0, {}, signal)],
  ['a thumbnail', (slide, signal) => renderThumbnail(imageOf(slide), 32, {}, signal)],
  ['two tiles at once', (slide, signal) => bothTiles(imageOf(slide), signal)],
]

/** The second reader isn't aborted, whatever the first one shares with it. */
async function bothTiles(image: SlideImage, signal: AbortSignal): Promise<void> {
  const [first, second] = await Promise.allSettled([
    image.rawTile(0, 0, 0, {}, signal),
    image.rawTile(0, 0, 0),
  ])
  if (second.status === 'rejected')
    throw new Error('an abort reached another reader', { cause: second.reason })
  if (first.status === 'rejected') throw first.reason
}

/** Aborts at each read of some work in turn, until one run gets through; gives how many there were. */
async function abortEverywhere(
  run: (onRead: () => void, signal: AbortSignal) => Promise<unknown>,
): Promise<number> {
  for (let aborts = 0; ; aborts += 1) {
    const controller = new AbortController()
    const reason = new Error(`aborted at read ${aborts}`)
    let reads = 0
    const onRead = () => {
      if (reads === aborts) controller.abort(reason)
      reads += 1
    }
    const end = await run(onRead, controller.signal).then(
      () => 'done',
      (error: unknown) => error,
    )
    await nextTurn()
    if (!controller.signal.aborted) {
      expect(end).toBe('done')
      return aborts
    }
    expect(end).toBe(reason)
  }
}

/** Aborts some work after each of so many turns of the event loop: while it reads, decodes, or has ended already. */
async function abortLater(turns: number, run: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const controller = new AbortController()
    const reason = new Error(`aborted after turn ${turn}`)
    const work = run(controller.signal).then(
      () => undefined,
      (error: unknown) => error,
    )
    for (let waited = 0; waited < turn; waited += 1) await nextTurn()
    controller.abort(reason)
    expect([undefined, reason]).toContain(await work)
  }
}

describe.each(seedNames)('%s', (seed) => {
  let bytes = new Uint8Array()
  beforeAll(async () => {
    bytes = new Uint8Array(await seedFiles[seed]())
  })
  afterEach(async () => {
    await nextTurn()
    expect(unhandled).toEqual([])
  })

  test('rejects with the reason when opening it is aborted, at whichever read', async () => {
    const open = (onRead: () => void, signal: AbortSignal) =>
      openSlide(watchedSource(bytes, onRead), { signal })
    expect(await abortEverywhere(open)).toBeGreaterThan(0)
  })

  test.each(stages)(
    'rejects with the reason when reading %s is aborted; then it can be read',
    async (_, stage) => {
      const expected = (await imageOf(await openSlide(memorySource(bytes))).rawTile(0, 0, 0)).data
      await abortEverywhere(async (onRead, signal) => {
        let listen = () => {}
        const slide = await openSlide(watchedSource(bytes, () => listen()))
        listen = onRead
        try {
          await stage(slide, signal)
        } finally {
          listen = () => {}
          expect(await hasTile(slide, expected)).toBe(true)
        }
      })
      const slide = await openSlide(watchedSource(bytes, () => {}))
      await abortLater(8, (signal) => stage(slide, signal))
      expect(await hasTile(slide, expected)).toBe(true)
    },
  )
})
