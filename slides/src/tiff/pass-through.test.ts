import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeJpeg } from '../codecs/jpeg.ts'
import { gradient } from '../codecs/test-support/seeded-bytes.ts'
import { memorySource } from '../source/memory-source.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { compressions, fieldTypes, photometrics, tags } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import { countingSource, openMade } from './test-support/open-bytes.ts'
import type { TestPage } from './test-support/test-page.ts'
import type { TiffDirectory } from './tiff.ts'

const width = 90
const height = 70
const rgb: TestPage = {
  width,
  height,
  samples: 3,
  photometric: photometrics.rgb,
  pixels: gradient(width, height, 3),
  compression: compressions.jpeg,
  tileWidth: 32,
}
const ycbcr: TestPage = { ...rgb, photometric: photometrics.ycbcr }
const grey: TestPage = {
  ...rgb,
  samples: 1,
  photometric: photometrics.blackIsZero,
  pixels: gradient(width, height, 1),
}

describe.each([
  ['RGB', rgb],
  ['YCbCr', ycbcr],
  ['grey', grey],
  ['RGB with shared tables', { ...rgb, sharedTables: true }],
  ['YCbCr with shared tables', { ...ycbcr, sharedTables: true }],
  ['grey with shared tables', { ...grey, sharedTables: true }],
])('a JPEG tile of %s', (_, made) => {
  it('is given whole, and decodes to what rawTile gives', async () => {
    const page = await openMade(made)
    for (const [x, y] of [
      [0, 0],
      [1, 0],
    ] as const) {
      const encoded = await page.encodedTile(x, y)
      if (!encoded) throw new Error('not given')
      expect(encoded.mime).toBe('image/jpeg')
      const samples = made.samples ?? 1
      const decoded = await decodeJpeg(encoded.bytes, { width: 32, height: 32, samples })
      expect((await page.rawTile(x, y)).data).toEqual(decoded.data)
      const metadata = await sharp(encoded.bytes).metadata()
      expect([metadata.width, metadata.height, metadata.channels]).toEqual([32, 32, samples])
    }
  })

  it('is the same at once, as soon as what it takes has been read', async () => {
    const bytes = await makeTiff({ pages: [made] })
    const readNow = (offset: number, length: number) => bytes.slice(offset, offset + length)
    const file = await openTiff({ ...memorySource(bytes), readNow })
    const page = await openPage(file, file.directories[0] as TiffDirectory)
    expect(page.encodedTileNow(1, 1)).toBeUndefined()
    const [first, other] = [await page.encodedTile(0, 0), await page.encodedTile(1, 1)]
    expect([page.encodedTileNow(0, 0), page.encodedTileNow(1, 1)]).toEqual([first, other])
    expect(() => page.encodedTileNow(3, 0)).toThrow('has no tile 3,0')
  })

  it('at an edge is padded', async () => {
    const page = await openMade(made)
    const encoded = await page.encodedTile(2, 2)
    expect(encoded && (await sharp(encoded.bytes).metadata()).width).toBe(32)
    expect(await page.rawTile(2, 2)).toMatchObject({ width: 26, height: 6 })
  })
})

it('shows RGB as RGB: the colours are those of the planes', async () => {
  const page = await openMade(rgb)
  const asYcbcr = await openMade(ycbcr)
  const first = await page.encodedTile(0, 0)
  const second = await asYcbcr.encodedTile(0, 0)
  if (!first || !second) throw new Error('not given')
  const [asRgb, converted] = await Promise.all(
    [first, second].map(({ bytes }) => sharp(bytes).raw().toBuffer()),
  )
  expect(asRgb?.equals(converted as Buffer)).toBe(false)
  expect(Buffer.from((await page.rawTile(0, 0)).data).equals(asRgb as Buffer)).toBe(true)
})

it('costs no more than the tile itself once offsets and tables were read', async () => {
  const source = countingSource(memorySource(await makeTiff({ pages: [{ ...rgb, sharedTables: true }] })))
  const file = await openTiff(source)
  const page = await openPage(file, file.directories[0] as (typeof file.directories)[0])
  await page.encodedTile(0, 0)
  const before = { ...source.counted }
  await page.encodedTile(1, 1)
  const length = await page.directory.numberAt(tags.tileByteCounts, 4)
  expect(source.counted).toEqual({ reads: before.reads + 1, bytes: before.bytes + length })
})

it.each([
  ['RGB', { ...rgb, sharedTables: true }],
  ['YCbCr', { ...ycbcr, sharedTables: true }],
  ['grey', grey],
])('is the same %s where bytes are given away, and what is read stays as it was', async (_name, made) => {
  const bytes = await makeTiff({ pages: [made] })
  const kept = memorySource(bytes)
  const before = new Uint8Array(bytes)
  const givesAway = {
    ...kept,
    givesAway: true,
    read: async (...range: Parameters<typeof kept.read>) => new Uint8Array(await kept.read(...range)),
  }
  const [shared, own] = await Promise.all(
    [kept, givesAway].map(async (source) => {
      const file = await openTiff(source)
      return openPage(file, file.directories[0] as (typeof file.directories)[0])
    }),
  )
  for (let x = 0; x < 3; x++) expect(await own?.encodedTile(x, 1)).toEqual(await shared?.encodedTile(x, 1))
  expect(bytes).toEqual(before)
})

describe('a tile has to be decoded', () => {
  const isDecoded = async (page: TestPage) => {
    const opened = await openMade(page)
    expect(await opened.encodedTile(0, 0)).toBeNull()
    expect((await opened.rawTile(0, 0)).width).toBeGreaterThan(0)
  }

  it.each<[string, TestPage]>([
    ['where white is zero', { ...grey, photometric: photometrics.whiteIsZero }],
    ['where the image is turned', { ...rgb, orientation: 3 }],
    ['where planes are apart', { ...rgb, planar: 2 }],
    ['where there are strips', { ...omitTile(rgb), rowsPerStrip: 16 }],
    ['where it is not JPEG', { ...rgb, compression: compressions.deflate }],
    [
      'where there is a palette',
      {
        ...grey,
        photometric: photometrics.palette,
        extraTags: [{ tag: tags.colorMap, type: fieldTypes.short, values: Array<number>(768).fill(9) }],
      },
    ],
  ])('%s', (_name, page) => isDecoded(page))

  it.each([
    [16, 32],
    [32, 16],
  ])('or refused, where its frame has another size: %i × %i', async (w, h) => {
    const create = { width: w, height: h, channels: 3 as const, background: 'red' }
    const encode = async () => new Uint8Array(await sharp({ create }).jpeg().toBuffer())
    const page = await openMade({ ...ycbcr, encode })
    expect(await page.encodedTile(0, 0)).toBeNull()
    await expect(page.rawTile(0, 0)).rejects.toMatchObject({
      code: 'malformed',
      message: `IFD 0 tile 0,0: JPEG: holds ${w} × ${h} × 3 where 32 × 32 × 3 is expected`,
    })
  })
})

it('refuses what is no JPEG, naming the tile', async () => {
  const page = await openMade({ ...rgb, encode: async () => Uint8Array.of(1, 2, 3, 4) })
  await expect(page.encodedTile(1, 2)).rejects.toMatchObject({
    code: 'malformed',
    message: 'IFD 0 tile 1,2: JPEG: begins with 01 02 instead of ff d8',
  })
})

function omitTile({ tileWidth: _, ...page }: TestPage): TestPage {
  return page
}
