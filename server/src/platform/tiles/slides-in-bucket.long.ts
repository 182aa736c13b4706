import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySource, openSlide, type SlideImage } from '@cresyl/slides'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../id.ts'
import type { BlockFolder } from '../sources/source-descriptor.ts'
import type { ObjectKey } from '../storage/storage.ts'
import { stream } from '../storage/test-support/samples.ts'
import { openTestS3, type TestS3 } from '../storage/test-support/test-s3.ts'
import { openS3Proxy, type S3Proxy } from '../storage/test-support/test-s3-proxy.ts'
import { testS3Server } from '../storage/test-support/test-s3-server.ts'
import { createSourceDescriber } from './describe-source.ts'
import { makeSidecar } from './header-sidecar.ts'
import type { ImageLocation } from './image-location.ts'
import { createOpenSlides, type OpenSlides } from './open-slides.ts'
import { createSourceOpener } from './open-source.ts'
import { type MadeSlides, makePlainSlide, makeTestSlides } from './test-support/made-slides.ts'

const MB = 1024 * 1024
const samplesFolder = process.env.CRESYL_SAMPLES
const samples = [
  'svs/CMU-1-Small-Region.svs',
  'svs/tcga-cr-7395-01a-01-ts1.svs',
  'qptiff/small_vectra.qptiff',
  'qptiff/syn_polaris_4ch.qptiff',
  'ome/fluo4_u16_subifd_big.ome.tif',
  'ome/multi-channel-z-series.ome.tif',
  'tiff/kidney-48-5.tif',
  'tiff/irs_tiled-jpeg-ycbcr.tif',
]

let proxy: S3Proxy
let s3: TestS3
let made: MadeSlides
let folder: string
let cache: BlockFolder

beforeAll(async () => {
  proxy = await openS3Proxy(testS3Server())
  s3 = await openTestS3(proxy.server)
  made = await makeTestSlides()
  folder = await mkdtemp(join(tmpdir(), 'bucket-'))
})

afterAll(async () => {
  await s3.close()
  await proxy.close()
  await made.remove()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  cache = { folder: join(folder, newId()), maxBytes: 64 * MB }
  proxy.isAway = false
  s3.hooks.now = () => new Date()
})

interface Stored {
  key: ObjectKey
  locate(): Promise<ImageLocation>
}

async function store(path: string): Promise<Stored> {
  const { organizationId } = s3
  const fileId = newId()
  const key = { organizationId, path: `files/${fileId}/original` }
  const bytes = await readFile(path)
  await s3.storage.put(key, stream(bytes, MB))
  const headerPath = `files/${fileId}/header`
  const sidecar = await makeSidecar(memorySource(bytes, path))
  await s3.storage.put({ organizationId, path: headerPath }, stream(sidecar, MB))
  proxy.asked.length = 0
  return {
    key,
    locate: async () => {
      const source = await createSourceDescriber(s3.storage, { cache })({
        ...key,
        origin: 'upload',
        headerPath,
      })
      return { imageId: fileId, fileId, source, part: 'image 0' }
    },
  }
}

/** As a process has them. */
const openSlides = () =>
  createOpenSlides({ openSource: createSourceOpener({ http: { attempts: 2, retryDelay: 10 } }) })

/** Some tiles of each level and channel. */
async function readTiles(image: SlideImage): Promise<Buffer[]> {
  const tiles: Buffer[] = []
  for (const [level, { width, height, tileWidth, tileHeight }] of image.levels.entries()) {
    const [right, bottom] = [Math.ceil(width / tileWidth) - 1, Math.ceil(height / tileHeight) - 1]
    for (const c of image.channels.keys()) {
      for (const [x, y] of new Set([`0 0`, `${right >> 1} ${bottom >> 1}`, `${right} ${bottom}`])
        .values()
        .map((place) => place.split(' ').map(Number))) {
        const { data } = await image.rawTile(level, x ?? 0, y ?? 0, { c })
        tiles.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
      }
    }
  }
  return tiles
}

async function use<T>(
  slides: OpenSlides,
  stored: Stored,
  work: (image: SlideImage) => Promise<T>,
): Promise<T> {
  return slides.use(await stored.locate(), ({ image }) => work(image))
}

/** Opens it as new processes do, and compares it with the file. */
async function expectSame(path: string): Promise<void> {
  const stored = await store(path)
  const slides = openSlides()
  await use(slides, stored, async () => {})
  expect(proxy.asked, path).toEqual([expect.stringMatching(/^GET \S+\/header bytes=0-/)])
  const direct = await openSlide(path)
  const [image] = direct.images
  if (!image) throw new Error('no image')
  const expected = await readTiles(image)
  const tiles = await use(slides, stored, readTiles)
  await direct.close()
  await slides.close()
  expect(tiles.length).toBe(expected.length)
  for (const [index, tile] of tiles.entries())
    expect(expected[index]?.equals(tile), `${path} ${index}`).toBe(true)
  expect(proxy.asked.every((asked) => asked.startsWith('GET '))).toBe(true)
  // Another process, such as this one started anew, asks for nothing.
  proxy.asked.length = 0
  const later = openSlides()
  await use(later, stored, readTiles)
  await later.close()
  expect(proxy.asked).toEqual([])
}

async function bytesIn(place: string): Promise<number> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const sizes = entries.map(async (entry) => {
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null)
    return found?.size ?? 0
  })
  const files = (await Promise.all(sizes)).filter((_, index) => entries[index]?.isFile())
  return files.reduce((sum, size) => sum + size, 0)
}

describe('a slide in a bucket', () => {
  test('is opened by one request and shows what its file shows', async () => {
    await expectSame(made.brightfield)
    await expectSame(made.fluorescence)
  })

  if (samplesFolder) {
    test('does so whatever scanner it is from', async () => {
      for (const name of samples) await expectSame(join(samplesFolder, name))
    })
  }

  test('keeps no more on disk than allowed, however much is read', async () => {
    const path = join(made.folder, 'large.tiff')
    await makePlainSlide(path, 1024, 1024, 9)
    cache = { ...cache, maxBytes: 2 * MB }
    const stored = await store(samplesFolder ? join(samplesFolder, 'qptiff/syn_polaris_4ch.qptiff') : path)
    const slides = openSlides()
    const { source } = await stored.locate()
    const reading = await createSourceOpener()(source)
    for (let offset = 0; offset < reading.size; offset += MB) {
      await reading.read(offset, Math.min(MB, reading.size - offset))
      expect(await bytesIn(cache.folder)).toBeLessThanOrEqual(2 * MB)
    }
    await reading.close()
    await use(slides, stored, readTiles)
    await slides.close()
  })

  test('that is away is told; what is on disk is shown, and all of it once it is back', async () => {
    const stored = await store(made.brightfield)
    const slides = openSlides()
    const location = await stored.locate()
    proxy.isAway = true
    await expect(slides.use(location, async () => {})).rejects.toMatchObject({ code: 'unreadable' })
    proxy.isAway = false
    const tiles = await slides.use(location, ({ image }) => readTiles(image))
    proxy.isAway = true
    const again = await slides.use(location, ({ image }) => readTiles(image))
    expect(Buffer.concat(again).equals(Buffer.concat(tiles))).toBe(true)
    await slides.close()
  })

  test('whose address has ended is refused by the bucket, and comes back by another', async () => {
    const stored = await store(made.brightfield)
    const slides = openSlides()
    s3.hooks.now = () => new Date(Date.now() - 13 * 3_600_000)
    const ended = await stored.locate()
    await expect(slides.use(ended, async () => {})).rejects.toMatchObject({
      code: 'unreadable',
      reason: expect.stringContaining('HTTP 403'),
    })
    s3.hooks.now = () => new Date()
    await use(slides, stored, readTiles)
    await slides.close()
  })

  test('that is written anew shows its new pixels at once, and never some of both', async () => {
    const first = join(made.folder, 'first.tiff')
    const second = join(made.folder, 'second.tiff')
    await makePlainSlide(first, 600, 600, 10)
    await makePlainSlide(second, 600, 600, 20)
    const stored = await store(first)
    const slides = openSlides()
    const valuesOf = async (image: SlideImage) => new Set(Buffer.concat(await readTiles(image)))
    expect(await use(slides, stored, valuesOf)).toEqual(new Set([10]))
    const before = await stored.locate()
    await s3.storage.put(stored.key, stream(await readFile(second), MB))
    expect(await use(slides, stored, valuesOf)).toEqual(new Set([20]))
    // One who has not heard of it yet gets the old one whole from disk, the new one, or a refusal.
    const late = await slides.use(before, ({ image }) => valuesOf(image)).catch(() => new Set([20]))
    expect(late.size).toBe(1)
    await slides.close()
  })
})
