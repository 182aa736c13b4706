import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createPyramid, memorySource } from '@cresyl/slides'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ObjectDescriptor } from '../sources/source-descriptor.ts'
import { startTestBucket, type TestBucket } from '../sources/test-support/test-bucket.ts'
import { createDecodePool, type DecodePool } from './decode-pool.ts'
import { makeSidecar } from './header-sidecar.ts'
import type { ImageLocation } from './image-location.ts'
import { createOpenSlides, type OpenSlides } from './open-slides.ts'
import { createSourceOpener } from './open-source.ts'
import { type MadeSlides, makePlainSlide, makeTestSlides } from './test-support/made-slides.ts'

const MB = 1024 * 1024
let made: MadeSlides
/** Of 3 MB, with an index that isn't beside its header. */
let bytes: Uint8Array
let sidecar: Uint8Array
let bucket: TestBucket
let slides: OpenSlides
let pool: DecodePool
let folders = 0
let cache: ObjectDescriptor['cache']

beforeAll(async () => {
  made = await makeTestSlides()
  const path = join(made.folder, 'large.tiff')
  await makeLargeSlide(path)
  bytes = await readFile(path)
  sidecar = await makeSidecar(memorySource(bytes, 'slide'))
  pool = createDecodePool({ processes: 1, compileCacheFolder: join(made.folder, 'compiled') })
})

afterAll(async () => {
  await pool.close()
  await made.remove()
})

beforeEach(async () => {
  bucket = await startTestBucket()
  bucket.put('slide', bytes)
  bucket.put('header', sidecar)
  folders += 1
  cache = { folder: join(made.folder, `blocks-${folders}`), maxBytes: 64 * MB }
  slides = openSlides()
})

afterEach(async () => {
  await slides.close()
  await bucket.close()
})

const openSlides = () =>
  createOpenSlides({ openSource: createSourceOpener({ http: { attempts: 2, retryDelay: 1 } }) })

async function makeLargeSlide(path: string): Promise<void> {
  const writer = await createPyramid(path, {
    width: 1024,
    height: 1024,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'none' },
  })
  for (let n = 0; n < 16; n += 1) {
    const data = new Uint8Array(256 * 256 * 3).map((_, index) => (index * (n + 3)) & 255)
    await writer.writeTile(n % 4, n >> 2, { width: 256, height: 256, samples: 3, pixelType: 'u8', data })
  }
  await writer.finish()
}

type Signing = Parameters<TestBucket['describe']>[1]

function locate(signing: Signing = {}, changes: Partial<ObjectDescriptor> = {}): ImageLocation {
  const header = bucket.describe('header', signing)
  const source = { kind: 'object', ...bucket.describe('slide', signing), header, cache, ...changes } as const
  return { imageId: 'image', fileId: 'file', source, part: 'image 0' }
}

const readTile = (location: ImageLocation, x: number, y: number, from = slides) =>
  from.use(location, async ({ image }) => (await image.rawTile(0, x, y)).data)

const valueAt = (x: number, y: number) => new Uint8Array([0, y * 4 + x + 3, ((y * 4 + x + 3) * 2) & 255])

describe('a slide in a bucket', () => {
  test('is opened by one request, that for its sidecar; the next process asks for nothing', async () => {
    await slides.use(locate(), async ({ slide }) => expect(slide.images).toHaveLength(1))
    expect(bucket.requests).toEqual([`header bytes=0-${sidecar.length - 1}`])
    const other = openSlides()
    await other.use(locate(), async () => {})
    await other.close()
    expect(bucket.requests).toHaveLength(1)
  })

  test('has right tiles, each block of which is fetched once', async () => {
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        expect((await readTile(locate(), x, y)).slice(0, 3)).toEqual(valueAt(x, y))
      }
    }
    const ranges = bucket.requests.filter((request) => request.startsWith('slide'))
    expect(new Set(ranges).size).toBe(ranges.length)
    // Without the blocks that hold nothing but what the sidecar has.
    expect(ranges.length).toBeLessThanOrEqual(Math.ceil(bytes.length / (256 * 1024)))
  })

  test('is opened without its sidecar where that is missing, damaged, of another file or much too long', async () => {
    const damaged = Uint8Array.from(sidecar)
    damaged[100] = (damaged[100] ?? 0) ^ 1
    const other = await makeSidecar(memorySource(await readFile(made.brightfield), 'other'))
    for (const wrong of [damaged, other, new Uint8Array(10), new Uint8Array(20 * MB)]) {
      bucket.put('header', wrong, `"${wrong.length}"`)
      const version = String(wrong.length)
      const header = { ...bucket.describe('header'), key: `header ${version}` }
      const place = { ...locate({}, { header }), imageId: version }
      expect((await readTile(place, 1, 1)).slice(0, 3)).toEqual(valueAt(1, 1))
    }
    bucket.objects.delete('header')
    const gone = {
      ...locate({}, { header: { ...bucket.describe('header'), key: 'gone', size: 100 } }),
      imageId: 'gone',
    }
    expect((await readTile(gone, 1, 1)).slice(0, 3)).toEqual(valueAt(1, 1))
  })

  test('stays open while its addresses expire, as newer ones are told with each use', async () => {
    await readTile(locate(), 0, 0)
    for (const [index, signature] of ['second', 'third', 'fourth'].entries()) {
      bucket.signatures.clear()
      bucket.signatures.add(signature)
      const place = locate({ signature, expiresAt: 2000 + index })
      expect((await readTile(place, 3, index)).slice(0, 3)).toEqual(valueAt(3, index))
    }
    expect(bucket.requests.filter((request) => request.startsWith('header'))).toHaveLength(1)
  })

  test('whose address has expired is told as unreadable, and comes back with a new one', async () => {
    bucket.signatures.clear()
    await expect(readTile(locate(), 0, 0)).rejects.toMatchObject({ name: 'SlideError', code: 'unreadable' })
    bucket.signatures.add('second')
    const place = locate({ signature: 'second', expiresAt: 2000 })
    expect((await readTile(place, 0, 0)).slice(0, 3)).toEqual(valueAt(0, 0))
  })

  test('that was written anew is opened anew', async () => {
    expect((await readTile(locate(), 1, 0)).slice(0, 3)).toEqual(valueAt(1, 0))
    const path = join(made.folder, 'plain.tiff')
    await makePlainSlide(path, 1024, 1024, 77)
    bucket.put('slide', await readFile(path), '"2"')
    const place = locate({ version: '2' }, { header: undefined })
    expect((await readTile(place, 1, 0)).slice(0, 3)).toEqual(new Uint8Array([77, 77, 77]))
  })

  test('that cannot be reached is told, and is there again when the bucket is', async () => {
    await readTile(locate(), 0, 0)
    bucket.behave = (_request, response) => Boolean(response.destroy())
    await expect(readTile(locate(), 3, 3)).rejects.toMatchObject({ code: 'unreadable' })
    // What is on disk is shown all the same.
    expect((await readTile(locate(), 0, 0)).slice(0, 3)).toEqual(valueAt(0, 0))
    bucket.behave = () => false
    expect((await readTile(locate(), 3, 3)).slice(0, 3)).toEqual(valueAt(3, 3))
  })

  test('read without a cache leaves nothing on disk', async () => {
    const folder = cache?.folder ?? ''
    await readTile(locate({}, { cache: undefined }), 0, 0)
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is decoded in a child, which shares the blocks and learns newer addresses', async () => {
    const tile = (x: number, y: number) => ({ kind: 'tile', level: 0, x, y, format: 'png' }) as const
    await pool.render(locate(), tile(0, 0))
    expect(bucket.requests[0]).toBe(`header bytes=0-${sidecar.length - 1}`)
    bucket.signatures.clear()
    bucket.signatures.add('second')
    await pool.render(locate({ signature: 'second', expiresAt: 2000 }), tile(3, 3))
    const before = bucket.requests.length
    // Opened here by what the child has left on disk.
    await slides.use(locate({ signature: 'second', expiresAt: 2000 }), async () => {})
    expect(bucket.requests).toHaveLength(before)
    pool.drop('image')
  })
})
