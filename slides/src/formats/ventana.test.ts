import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  openSlideAssociated,
  openSlideImage,
  openSlideProperties,
} from '../conformance/test-support/openslide.ts'
import { hasOpenSlide, hasVips } from '../conformance/test-support/test-programs.ts'
import type { SlideImage } from '../slide.ts'
import { compressions, photometrics } from '../tiff/tags.ts'
import { makeTiff } from '../tiff/test-support/make-tiff.ts'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import {
  encodeInfo,
  iScan,
  noisePicture,
  photographs,
  type VentanaArea,
  xmpTag,
} from './test-support/made-mosaics.ts'
import { description, openBytes, openMade, plainPage, readLevel, sizes } from './test-support/made-slides.ts'

const pathOf = useTemporaryFolder()

const tile = { width: 32, height: 48 }
const count = { across: 4, down: 3 }

const labelPage = (more: TestPage['extraTags'] = [xmpTag(iScan())]): TestPage =>
  plainPage(20, 60, 9, { samples: 3, extraTags: [description('Label_Image'), ...more] })

const levelPage = (page: TestPage, level: number, magnification: number, xml?: string): TestPage => ({
  ...page,
  compression: compressions.lzw,
  extraTags: [
    description(`level=${level} mag=${magnification} quality=90`),
    ...(xml === undefined ? [] : [xmpTag(xml)]),
  ],
})

/** Full resolution of photographs with such an overlap, and half of it. */
function overlapping(overlap: { x: number; y: number }, area: Partial<VentanaArea> = {}) {
  const step = { x: tile.width - overlap.x, y: tile.height - overlap.y }
  const picture = noisePicture(step.x * 3 + tile.width, step.y * 2 + tile.height)
  const half = noisePicture(picture.width / 2, picture.height / 2)
  const halfTile = { width: tile.width / 2, height: tile.height / 2 }
  const xml = encodeInfo([{ ...count, tile, overlap, ...area }])
  const small = photographs(half, halfTile, { x: step.x / 2, y: step.y / 2 }, count)
  const pages = [
    labelPage(),
    plainPage(12, 12, 4, { extraTags: [description('Probability_Image')] }),
    levelPage(photographs(picture, tile, step, count), 0, 40, xml),
    levelPage({ ...small, tileWidth: tile.width, tileHeight: tile.height }, 1, 20),
  ]
  return { picture, half, pages }
}

const open = async (pages: readonly TestPage[]) => {
  const slide = await openMade(pages)
  return { ...slide, image: slide.images[0] as SlideImage }
}

test('puts photographs that overlap together to the picture that they were taken of, in every level', async () => {
  const { picture, half, pages } = overlapping({ x: 6, y: 4 })
  const { vendor, images, image, associated, metadata } = await open(pages)
  expect([vendor, images.length, sizes(image)]).toEqual([
    'ventana',
    1,
    [`${picture.width}×${picture.height}`, `${half.width}×${half.height}`],
  ])
  expect((await readLevel(image, 0)).data).toEqual(picture.data)
  expect((await readLevel(image, 1)).data).toEqual(half.data)
  expect(await image.encodedTile(0, 0, 0)).toBeNull()
  expect([image.mpp, image.objective]).toEqual([{ x: 0.25, y: 0.25 }, 40])
  expect(associated.map(({ kind, image }) => [kind, sizes(image)])).toEqual([['macro', ['20×60']]])
  expect(metadata).toMatchObject({
    scanner: { manufacturer: 'Ventana', serial: 'QIA1', software: '3.3.1.1' },
    properties: { Magnification: '40' },
  })
})

test('takes for a thumbnail only what has the proportions of the scan: others may show the label', async () => {
  const { pages } = overlapping({ x: 6, y: 4 })
  const thumbnail = (width: number, height: number) =>
    plainPage(width, height, 3, { samples: 3, extraTags: [description('Thumbnail')] })
  const kinds = async (...more: TestPage[]) =>
    (await open([...pages, ...more])).associated.map(({ kind, image }) => [kind, image.width])
  expect(await kinds(thumbnail(22, 27))).toEqual([
    ['macro', 20],
    ['thumbnail', 22],
  ])
  expect(await kinds(thumbnail(22, 60))).toEqual([['macro', 20]])
})

test('has tiles without overlap as they are stored', async () => {
  const { pages } = overlapping({ x: 0, y: 0 })
  const jpeg = { compression: compressions.jpeg, photometric: photometrics.ycbcr, sharedTables: true }
  const { image } = await open(pages.map((page, index) => (index < 2 ? page : { ...page, ...jpeg })))
  expect(sizes(image)).toEqual(['128×144', '64×72'])
  expect(image.levels.map(({ tileWidth, tileHeight }) => [tileWidth, tileHeight])).toEqual([
    [32, 48],
    [32, 48],
  ])
  expect((await image.encodedTile(0, 3, 2))?.mime).toBe('image/jpeg')
})

test('has several areas where they lie, white between them, and leaves out those not scanned', async () => {
  const picture = noisePicture(8, 8)
  const small = { width: 4, height: 4 }
  const area = { across: 2, down: 1, tile: small, overlap: { x: 1, y: 0 } }
  const xml = encodeInfo([
    { ...area, position: { x: 0, y: 0 }, origin: { x: 0, y: 4 } },
    { ...area, position: { x: 10, y: 6 }, origin: { x: 0, y: 0 } },
    { ...area, position: { x: 90, y: 90 }, scanned: false },
  ])
  const { image } = await open([
    labelPage(),
    levelPage(photographs(picture, small, { x: 4, y: 4 }, { across: 2, down: 2 }), 0, 40, xml),
  ])
  expect(sizes(image)).toEqual(['17×10'])
  const { data, width } = await readLevel(image)
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
  const stored = (x: number, y: number) => [...picture.data.subarray((y * 8 + x) * 3, (y * 8 + x) * 3 + 3)]
  expect([at(10, 0), at(12, 3), at(0, 0), at(9, 9)]).toEqual([
    stored(0, 0),
    stored(2, 3),
    [255, 255, 255],
    [255, 255, 255],
  ])
  // The right one of two lies on top.
  expect([at(13, 0), at(16, 0), at(0, 6), at(3, 9)]).toEqual([
    stored(4, 0),
    stored(7, 0),
    stored(0, 4),
    stored(4, 7),
  ])
})

test('takes the mean of measured overlaps by how sure the scanner is, and joints to the left as to the right', async () => {
  const { pages, picture } = overlapping({ x: 6, y: 4 })
  const doubted =
    '<TileJointInfo Confidence="0" Direction="LEFT" Tile1="1" Tile2="2" OverlapX="31" OverlapY="0"/>'
  const changed = pages.map((page) => ({
    ...page,
    extraTags:
      page.extraTags?.map((field) =>
        field.tag === 700
          ? xmpTag(
              Buffer.from(field.values as Uint8Array)
                .toString()
                .replace('</ImageInfo>', `${doubted}</ImageInfo>`),
            )
          : field,
      ) ?? [],
  }))
  const { image } = await open(changed)
  expect((await readLevel(image)).data).toEqual(picture.data)
})

test('reads files that say nothing of photographs by their pages', async () => {
  const metadata = xmpTag(`<Metadata>${iScan('Barcode1D="7"')}</Metadata>`)
  const page = (width: number, height: number, value: number) =>
    plainPage(width, height, value, { samples: 3, tileWidth: 16 })
  const { vendor, image } = await open([
    { ...levelPage(page(60, 40, 1), 0, 20), extraTags: [description('level=0 mag=20 quality=90'), metadata] },
    levelPage(page(32, 32, 2), 1, 10),
    plainPage(10, 10, 3, { extraTags: [description('Thumbnail')] }),
  ])
  expect([vendor, sizes(image)]).toEqual(['ventana', ['60×40', '30×20']])
  const { image: other } = await open([
    { ...levelPage(page(60, 40, 1), 0, 20), extraTags: [description('level=0 mag=20 quality=90'), metadata] },
    levelPage(page(16, 16, 2), 1, 10),
    levelPage(page(16, 16, 3), 2, 5),
  ])
  expect(sizes(other)).toEqual(['60×40', '15×10'])
})

test.each([
  [
    'tiles of another size',
    'Width="32"',
    'Width="64"',
    'has photographs of 64 × 48 pixels in tiles of 32 × 48',
  ],
  ['half a tile', 'OriginX="0"', 'OriginX="16"', 'has an area of 4 × 3 tiles that begins at tile 0.5,0'],
  ['a tile too many', 'Tile2="9"', 'Tile2="99"', 'has a joint with Tile2 99; its area has 12 tiles'],
  ['tiles that are no neighbours', 'Tile2="9"', 'Tile2="2"', 'has a joint of tiles that are no neighbours'],
  ['an overlap that is no number', 'OverlapX="6"', 'OverlapX="x"', 'has "x" as OverlapX, which is no number'],
  [
    'an overlap of most of a tile',
    'OverlapX="6"',
    'OverlapX="900"',
    /^EncodeInfo XML: has a mean OverlapX of [\d.]+ pixels with tiles of 32$/,
  ],
  ['no origins', /<AOI0.*?>/, '', 'has 1 areas (ImageInfo) and 0 origins of them (AoiOrigin)'],
])('refuses XML of %s', async (_, from, to, reason) => {
  const { pages } = overlapping({ x: 6, y: 4 })
  const spoilt = pages.map((page) => ({
    ...page,
    extraTags:
      page.extraTags?.map((field) =>
        field.tag === 700
          ? xmpTag(
              Buffer.from(field.values as Uint8Array)
                .toString()
                .replace(from, to),
            )
          : field,
      ) ?? [],
  }))
  await expect(open(spoilt)).rejects.toMatchObject({
    code: 'malformed',
    message: typeof reason === 'string' ? `EncodeInfo XML: ${reason}` : expect.stringMatching(reason),
  })
})

test('refuses several focus planes, and a picture beyond the limits', async () => {
  const { pages } = overlapping({ x: 6, y: 4 })
  const layers = [labelPage([xmpTag(iScan().replace('Z-layers="1"', 'Z-layers="3"'))]), ...pages.slice(1)]
  await expect(open(layers)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(open(overlapping({ x: 6, y: 4 }, { position: { x: 9e9, y: 0 } }).pages)).rejects.toMatchObject(
    {
      code: 'too_large',
    },
  )
})

test.skipIf(!hasOpenSlide || !hasVips)('is read as OpenSlide reads it', async () => {
  const { pages, picture } = overlapping({ x: 6, y: 4 })
  const bytes = await makeTiff({ pages, big: true })
  const path = pathOf('ventana.bif')
  await writeFile(path, bytes)
  const properties = await openSlideProperties(path)
  const of = (name: string) => properties?.get(`openslide.${name}`)
  expect([of('vendor'), of('mpp-x'), of('objective-power')]).toEqual(['ventana', '0.25', '40'])
  const { images, associated } = await openBytes(bytes)
  expect(images[0]?.levels.map(({ width, height }) => [width, height])).toEqual(
    [0, 1].map((level) => [Number(of(`level[${level}].width`)), Number(of(`level[${level}].height`))]),
  )
  expect(await openSlideAssociated(path)).toEqual(associated.map(({ kind }) => kind))
  expect((await openSlideImage(path, pathOf('level.v'))).data).toEqual(picture.data)
})
