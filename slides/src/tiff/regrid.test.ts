import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import { controlledSource } from '../source/test-support/controlled-source.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { compressions, tags } from './tags.ts'
import { entryPosition, makeTiff } from './test-support/make-tiff.ts'
import { countingSource, openFirst, openMade, readWhole } from './test-support/open-bytes.ts'
import { testPixels } from './test-support/test-pixels.ts'

describe('orientation', () => {
  const width = 600
  const height = 530
  const pixels = testPixels('u16', width * height)
  /** Which stored pixel is shown at (x, y). */
  const shown: Record<number, (x: number, y: number) => [number, number]> = {
    1: (x, y) => [x, y],
    2: (x, y) => [width - 1 - x, y],
    3: (x, y) => [width - 1 - x, height - 1 - y],
    4: (x, y) => [x, height - 1 - y],
    5: (x, y) => [y, x],
    6: (x, y) => [y, height - 1 - x],
    7: (x, y) => [width - 1 - y, height - 1 - x],
    8: (x, y) => [width - 1 - y, x],
  }

  describe.each([
    ['tiles', { tileWidth: 256 }],
    ['strips', { rowsPerStrip: 100 }],
    ['one strip', {}],
  ])('of %s', (_, stored) => {
    const made = makeTiff({ pages: [{ width, height, bits: 16, pixels, orientation: 1, ...stored }] })

    it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied', async (orientation) => {
      const bytes = (await made).slice()
      bytes[entryPosition(bytes, tags.orientation) + 8] = orientation
      const page = await openFirst(bytes)
      const turned = orientation > 4
      expect([page.width, page.height]).toEqual(turned ? [height, width] : [width, height])
      const read = await readWhole(page)
      const expected = new Uint16Array(width * height)
      for (let y = 0; y < page.height; y++) {
        for (let x = 0; x < page.width; x++) {
          const [storedX, storedY] = shown[orientation]?.(x, y) ?? [0, 0]
          expected[y * page.width + x] = pixels[storedY * width + storedX] as number
        }
      }
      expect(Buffer.from(read.data.buffer).equals(Buffer.from(expected.buffer))).toBe(true)
    })
  })

  it('is applied to pixels of several samples, together and apart', async () => {
    const rgb = testPixels('u8', 20 * 10 * 3)
    for (const planar of [1, 2] as const) {
      const page = await openMade({ width: 20, height: 10, samples: 3, planar, pixels: rgb, orientation: 6 })
      const { data } = await page.rawTile(0, 0)
      const from = (9 * 20 + 0) * 3
      expect([...data.subarray(0, 3)]).toEqual([...rgb.subarray(from, from + 3)])
      const last = (0 * 20 + 19) * 3
      expect([...data.subarray(-3)]).toEqual([...rgb.subarray(last, last + 3)])
    }
  })
})

describe('tiles of 512 × 512', () => {
  it('are offered for strips and for very large tiles, not for ordinary tiles', async () => {
    const pixels = testPixels('u8', 1300 * 20)
    const sizeOf = async (stored: object) => {
      const page = await openMade({ width: 1300, height: 20, pixels, ...stored })
      expect(Buffer.from((await readWhole(page)).data.buffer).equals(Buffer.from(pixels.buffer))).toBe(true)
      return [page.tiled, page.tileWidth, page.tileHeight]
    }
    expect(await sizeOf({ rowsPerStrip: 3 })).toEqual([false, 512, 512])
    expect(await sizeOf({ tileWidth: 1040, tileHeight: 16 })).toEqual([true, 512, 512])
    expect(await sizeOf({ tileWidth: 1024, tileHeight: 16 })).toEqual([true, 1024, 16])
  })

  it('at the edges are cut', async () => {
    const page = await openMade({
      width: 600,
      height: 520,
      pixels: new Uint8Array(600 * 520),
      rowsPerStrip: 50,
    })
    expect(await page.rawTile(1, 1)).toMatchObject({ width: 88, height: 8 })
  })
})

it('offers lower tiles where strips are so wide that those of 512 rows could not be kept', async () => {
  const strip = new Uint8Array(deflateSync(new Uint8Array(100_000 * 3 * 16)))
  const stored = { compression: compressions.deflate, rowsPerStrip: 16, encode: async () => strip }
  const bytes = await makeTiff({ pages: [{ width: 100_000, height: 64, samples: 3, pixels: [], ...stored }] })
  const source = countingSource(memorySource(bytes))
  const file = await openTiff(source)
  const page = await openPage(file, file.directories[0] as (typeof file.directories)[0])
  expect([page.tileWidth, page.tileHeight]).toEqual([512, 64])
  const before = source.counted.reads
  for (const x of [0, 97, 195]) await page.rawTile(x, 0)
  expect(source.counted.reads - before).toBe(4)
})

describe('decoded strips', () => {
  const made = {
    width: 1500,
    height: 64,
    pixels: testPixels('u8', 1500 * 64),
    compression: compressions.deflate,
  }
  const open = async (source = memorySource(new Uint8Array(0))) => {
    const file = await openTiff(source)
    const [first] = file.directories
    if (!first) throw new Error('no directory')
    return { file, page: await openPage(file, first) }
  }

  it('are read once for all tiles that are cut out of them', async () => {
    const bytes = await makeTiff({ pages: [{ ...made, rowsPerStrip: 64 }] })
    const source = countingSource(memorySource(bytes))
    const { page } = await open(source)
    const before = source.counted.reads
    for (const x of [0, 1, 2]) await page.rawTile(x, 0)
    expect(source.counted.reads - before).toBe(1)
  })

  it('are kept up to a bound, however many there are', async () => {
    const { deflate } = compressions
    const strip = new Uint8Array(deflateSync(new Uint8Array(12_000 * 1000)))
    const stored = { compression: deflate, rowsPerStrip: 1000, encode: async () => strip }
    const bytes = await makeTiff({ pages: [{ width: 12_000, height: 4000, pixels: [], ...stored }] })
    const { file, page } = await open(memorySource(bytes))
    for (const y of [0, 2, 4, 6]) await page.rawTile(0, y)
    expect(file.decodedBlocks.size).toBeGreaterThan(0)
    expect(file.decodedBlocks.size).toBeLessThanOrEqual(32 * 1024 * 1024)
  })

  it('are decoded once for everyone who asks at the same time', async () => {
    const bytes = await makeTiff({ pages: [{ ...made, rowsPerStrip: 64 }] })
    const source = controlledSource(memorySource(bytes))
    const opening = open(source)
    await releaseAll(source, opening)
    const { page } = await opening
    source.held.length = 0
    const tiles = Promise.all([page.rawTile(0, 0), page.rawTile(1, 0), page.rawTile(2, 0)])
    await new Promise((resolve) => setImmediate(resolve))
    expect(source.held).toHaveLength(1)
    source.held[0]?.release()
    expect((await tiles).map(({ width }) => width)).toEqual([512, 512, 476])
  })

  it('are given up when everyone who waited has left, and read again for the next', async () => {
    const bytes = await makeTiff({ pages: [{ ...made, rowsPerStrip: 64 }] })
    const source = controlledSource(memorySource(bytes))
    const opening = open(source)
    await releaseAll(source, opening)
    const { page } = await opening
    source.held.length = 0
    const first = new AbortController()
    const second = new AbortController()
    const tiles = [
      page.rawTile(0, 0, { signal: first.signal }),
      page.rawTile(1, 0, { signal: second.signal }),
    ].map((tile) => tile.catch((error: unknown) => error))
    await new Promise((resolve) => setImmediate(resolve))
    first.abort(new Error('first left'))
    expect(await tiles[0]).toMatchObject({ message: 'first left' })
    expect(source.held[0]?.signal?.aborted).toBe(false)
    second.abort(new Error('second left'))
    expect(await tiles[1]).toMatchObject({ message: 'second left' })
    expect(source.held[0]?.signal?.aborted).toBe(true)
    const third = page.rawTile(0, 0)
    await new Promise((resolve) => setImmediate(resolve))
    source.held[1]?.release()
    expect((await third).width).toBe(512)
  })

  async function releaseAll(source: ReturnType<typeof controlledSource>, done: Promise<unknown>) {
    let open = true
    done.finally(() => {
      open = false
    })
    while (open) {
      for (const read of source.held) read.release()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
})

describe('one large uncompressed strip', () => {
  it('is read in parts: a tile costs the rows around it, not all of it', async () => {
    const width = 600
    const height = 2400
    const pixels = testPixels('u8', width * height)
    const bytes = await makeTiff({ pages: [{ width, height, pixels }] })
    const source = countingSource(memorySource(bytes))
    const file = await openTiff(source)
    const page = await openPage(file, file.directories[0] as (typeof file.directories)[0])
    const before = source.counted.bytes
    const tile = await page.rawTile(1, 3)
    expect(source.counted.bytes - before).toBeLessThanOrEqual(350 * 1024)
    const from = 3 * 512 * width + 512
    expect(tile.data.subarray(0, 30)).toEqual(pixels.subarray(from, from + 30))
  })

  it.each([
    ['planes that are apart', { samples: 3, planar: 2 as const }],
    ['bits', { bits: 1 }],
    ['YCbCr units', { samples: 3, photometric: 6, ycbcrSubSampling: [2, 4] as const }],
  ])('of %s is put together rightly', async (_, kind) => {
    const width = 90
    const height = 1100
    const { samples = 1, bits = 8 } = { ...kind } as { samples?: number; bits?: number }
    const pixels = testPixels('u8', width * height * samples).map((value: number) => value % 2 ** bits)
    const one = await openMade({ width, height, pixels, ...kind })
    // The same in strips that are read as they are.
    const many = await openMade({ width, height, pixels, ...kind, rowsPerStrip: 300 })
    expect((await readWhole(one)).data).toEqual((await readWhole(many)).data)
  })
})
