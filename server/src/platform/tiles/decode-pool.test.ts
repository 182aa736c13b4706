import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import {
  encodeImage,
  encodePng,
  exportRegion,
  openSlide,
  planeDepth8,
  renderThumbnail,
  renderTile,
  type Slide,
  SlideError,
  type SlideImage,
  unshuffleBytes,
} from '@cresyl/slides'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDecodePool, type DecodePool, type DecodePoolOptions } from './decode-pool.ts'
import { locate, type MadeSlides, makeTestSlides } from './test-support/made-slides.ts'
import { strangeTile } from './test-support/strange-levels.ts'
import { createTileMetrics, watchTiles } from './tile-metrics.ts'

const program = new URL('./test-support/test-decode-child.ts', import.meta.url)
let made: MadeSlides
let pool: DecodePool
let compileCacheFolder: string
const open: Slide[] = []
const finished: string[] = []

beforeAll(async () => {
  made = await makeTestSlides()
  compileCacheFolder = join(made.folder, 'compiled')
  pool = createDecodePool({
    processes: 1,
    program,
    compileCacheFolder,
    events: { rendered: (kind, outcome) => void finished.push(`${kind} ${outcome}`) },
  })
})

afterAll(async () => {
  for (const slide of open) await slide.close()
  await pool.close()
  await made.remove()
})

async function imageOf(path: string): Promise<SlideImage> {
  const slide = await openSlide(path)
  open.push(slide)
  const [image] = slide.images
  if (!image) throw new Error('No image')
  return image
}

function makePool(options: DecodePoolOptions): DecodePool {
  const own = createDecodePool({ program, compileCacheFolder, ...options })
  onTestFinished(() => own.close())
  return own
}

describe('what a process renders is what this one would', () => {
  test.each([
    { format: 'jpeg', level: 0, x: 1, y: 1 },
    { format: 'png', level: 0, x: 2, y: 2 },
    { format: 'webp', level: 1, x: 0, y: 0, quality: 50 },
  ] as const)('a tile of colours: %o', async ({ level, x, y, ...options }) => {
    const image = await imageOf(made.brightfield)
    const expected = await renderTile(image, level, x, y, options)
    const { mime, bytes } = await pool.render(locate(made.brightfield), {
      kind: 'tile',
      level,
      x,
      y,
      ...options,
    })
    expect(mime).toBe(expected.mime)
    expect(Buffer.compare(bytes, expected.bytes)).toBe(0)
  })

  test('a tile of channels, with displays and without', async () => {
    const image = await imageOf(made.fluorescence)
    const place = { level: 0, x: 1, y: 0 }
    const channels = [{ channel: 1, color: 0x00ff80, window: [100, 4000], gamma: 0.7 }] as const
    for (const options of [{ format: 'png', channels } as const, { format: 'png' } as const]) {
      const expected = await renderTile(image, place.level, place.x, place.y, options)
      const { bytes } = await pool.render(locate(made.fluorescence), { kind: 'tile', ...place, ...options })
      expect(Buffer.compare(bytes, expected.bytes)).toBe(0)
    }
  })

  test('one channel in 8 bits and in 16', async () => {
    const image = await imageOf(made.fluorescence)
    const raw = await image.rawTile(0, 2, 1, { c: 1 })
    const place = { level: 0, x: 2, y: 1, channel: 1 }
    const window = [50, 3000] as const
    const eight = await pool.render(locate(made.fluorescence), {
      kind: 'plane8',
      ...place,
      window,
      format: 'png',
    })
    const grey = await encodePng({ ...raw, pixelType: 'u8', data: planeDepth8(raw, window) })
    expect(Buffer.compare(eight.bytes, grey)).toBe(0)
    const sixteen = await pool.render(locate(made.fluorescence), {
      kind: 'plane16',
      ...place,
      encoding: 'zstd',
    })
    expect(sixteen).toMatchObject({ mime: 'application/octet-stream', encoding: 'zstd' })
    expect(unshuffleBytes(zstdDecompressSync(sixteen.bytes))).toEqual(raw.data)
  })

  test('a thumbnail and a region', async () => {
    const image = await imageOf(made.brightfield)
    const small = await encodeImage(await renderThumbnail(image, 100), { format: 'png' })
    const thumbnail = await pool.render(locate(made.brightfield), {
      kind: 'thumbnail',
      maxSide: 100,
      format: 'png',
    })
    expect(Buffer.compare(thumbnail.bytes, small.bytes)).toBe(0)
    const region = { x: 100, y: 50, width: 300, height: 200, downsample: 1.7 }
    const expected = await exportRegion(image, region, { format: 'png' })
    const exported = await pool.render(locate(made.brightfield), { kind: 'region', region, format: 'png' })
    expect(Buffer.compare(exported.bytes, expected.bytes)).toBe(0)
  })

  test('and holds no more memory than its bytes', async () => {
    const { bytes } = await pool.render(locate(made.brightfield), strangeTile('echo'))
    expect([bytes.byteLength, bytes.buffer.byteLength]).toEqual([16_000, 16_000])
  })
})

describe('what is wrong with a slide', () => {
  test('comes over as it is', async () => {
    const asked = pool.render(locate(made.brightfield), {
      kind: 'tile',
      level: 0,
      x: 99,
      y: 0,
      format: 'jpeg',
    })
    const error = await asked.catch((reason) => reason)
    expect(error).toBeInstanceOf(SlideError)
    const image = await imageOf(made.brightfield)
    const direct = await image.rawTile(0, 99, 0).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'out_of_range', message: direct.message })
    const gone = pool.render(locate('/nowhere/slide.svs'), { kind: 'thumbnail', maxSide: 64, format: 'jpeg' })
    await expect(gone).rejects.toMatchObject({ code: 'unreadable', message: 'slide.svs: does not exist' })
  })

  test('that nobody foresaw says so in general, with the detail for the log only', async () => {
    const error = await pool.render(locate(made.brightfield), strangeTile('throw')).catch((reason) => reason)
    expect(error).toMatchObject({ name: 'DecodeFailure', code: 'unforeseen', retry: false })
    expect(error.message).not.toContain('undefined')
    expect(String(error.cause)).toContain('TypeError: x of undefined')
  })

  test('is looked at anew when the file has been replaced', async () => {
    const path = join(made.folder, 'replaced.tiff')
    const thumbnail = { kind: 'thumbnail', maxSide: 64, format: 'jpeg' } as const
    await writeFile(path, 'no slide')
    await expect(pool.render(locate(path), thumbnail)).rejects.toMatchObject({ code: 'unknown_format' })
    await copyFile(made.brightfield, path)
    expect(await pool.render(locate(path), thumbnail)).toMatchObject({ mime: 'image/jpeg' })
  })
})

describe('the line before the processes', () => {
  test('does the same once for all who ask at the same time', async () => {
    finished.length = 0
    const tile = { kind: 'tile', level: 0, x: 0, y: 0, format: 'jpeg' } as const
    const results = await Promise.all(
      Array.from({ length: 5 }, () => pool.render(locate(made.brightfield), tile)),
    )
    expect(new Set(results).size).toBe(1)
    expect(finished).toEqual(['tile done'])
  })

  test('lets what is seen go before thumbnails and exports, and moves up what is then looked at', async () => {
    const order: string[] = []
    const ask = (name: string, number: number, priority: 'visible' | 'thumbnail' | 'export') =>
      pool
        .render(locate(made.brightfield), strangeTile('echo', number), { priority })
        .then(() => order.push(name))
    const slow = pool.render(locate(made.brightfield), strangeTile('slow'))
    const asked = [
      ask('export', 1, 'export'),
      ask('export that is looked at', 2, 'export'),
      ask('thumbnail', 3, 'thumbnail'),
      ask('visible', 4, 'visible'),
      ask('looked at', 2, 'visible'),
    ]
    await Promise.all([slow, ...asked])
    expect(order).toEqual(['visible', 'export that is looked at', 'looked at', 'thumbnail', 'export'])
  })

  test('takes slides in turn', async () => {
    const order: string[] = []
    const ask = (fileId: string, number: number) =>
      pool
        .render(locate(made.brightfield, { fileId }), strangeTile('echo', number))
        .then(() => order.push(fileId))
    const slow = pool.render(locate(made.brightfield), strangeTile('slow', 1))
    await Promise.all([slow, ask('a', 1), ask('a', 2), ask('a', 3), ask('b', 4), ask('b', 5)])
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a'])
  })

  test('drops what is aborted while it waits', async () => {
    finished.length = 0
    const controller = new AbortController()
    const slow = pool.render(locate(made.brightfield), strangeTile('slow', 2))
    const dropped = pool.render(locate(made.brightfield), strangeTile('echo', 9), {
      signal: controller.signal,
    })
    const reason = new Error('the client went away')
    controller.abort(reason)
    await expect(dropped).rejects.toBe(reason)
    expect(pool.state().queued).toBe(0)
    await slow
    expect(finished).toEqual(['tile done'])
  })

  test('is no longer than allowed', async () => {
    const refused: string[] = []
    const events = { refused: (why: string) => void refused.push(why) }
    const own = makePool({ processes: 1, queueLimit: 2, waitMilliseconds: { visible: 300 }, events })
    await own.render(locate(made.brightfield), strangeTile('echo'), { priority: 'export' })
    const slow = own.render(locate(made.brightfield), strangeTile('slow'))
    const echo = (fileId: string) => own.render(locate(made.brightfield, { fileId }), strangeTile('echo'))
    const asked = await Promise.allSettled([echo('a'), echo('b'), echo('c')])
    const sentence = 'Too many parts of slides are being decoded at the moment. Please try again shortly.'
    // The last found no room, and the others no process within the time they may wait.
    expect(asked.map((each) => each.status === 'rejected' && each.reason)).toEqual(
      Array(3).fill(expect.objectContaining({ code: 'busy', retry: true, message: sentence })),
    )
    expect(refused).toEqual(['busy'])
    await slow
    expect(own.state()).toMatchObject({ queued: 0, rendering: 0 })
  })
})

test('a process is told when nobody waits any more, and goes on with something else', async () => {
  finished.length = 0
  const [pid] = pool.pids()
  const controller = new AbortController()
  const waiting = pool.render(locate(made.brightfield), strangeTile('wait'), { signal: controller.signal })
  await expect.poll(() => pool.state().rendering).toBe(1)
  controller.abort(new Error('the client went away'))
  await expect(waiting).rejects.toThrow('the client went away')
  const { bytes } = await pool.render(locate(made.brightfield), strangeTile('slow', 3))
  expect(Buffer.from(bytes).toString()).toBe(String(pid))
  expect(finished).toEqual(['tile aborted', 'tile done'])
})

test('a process that can gives up by itself when something takes too long, and is not ended', async () => {
  const [pid] = pool.pids()
  const slow = pool.render(locate(made.brightfield), strangeTile('wait', 1), { timeoutMilliseconds: 1500 })
  const failure = await slow.catch((reason) => reason)
  expect(failure).toMatchObject({ code: 'too_slow', retry: true })
  expect(failure.message).toMatch(/because reading it takes too long\. Please try again later\.$/)
  await pool.render(locate(made.brightfield), strangeTile('echo', 20))
  expect(pool.pids()).toEqual([pid])
})

test('everything is counted for the operator', async () => {
  const registry = new Registry()
  const metrics = createTileMetrics(registry)
  const own = makePool({ processes: 1, queueLimit: 2, events: metrics.decoding })
  const nothing = { state: () => ({ tiles: 3, bytes: 4000, open: 7, used: 1 }) }
  watchTiles(registry, { pool: own, cache: nothing, openSlides: nothing })
  await own.render(locate(made.brightfield), strangeTile('echo'))
  metrics.onLookup('hit')
  const text = await registry.metrics()
  expect(text).toContain('cresyl_decode_seconds_count{kind="tile",outcome="done"} 1')
  expect(text).toContain('cresyl_tile_cache_lookups_total{result="hit"} 1')
  expect(text).toContain('cresyl_decode_processes 1')
  expect(text).toContain('cresyl_decode_queue 0')
  expect(text).toContain('cresyl_tile_cache_bytes 4000')
  expect(text).toContain('cresyl_open_slides 7')
})
