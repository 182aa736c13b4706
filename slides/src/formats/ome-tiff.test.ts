import { expect, test } from 'vitest'
import type { SlideImage } from '../slide.ts'
import { compressions, fieldTypes, photometrics, tags } from '../tiff/tags.ts'
import type { TestPage, TestTiff } from '../tiff/test-support/test-page.ts'
import {
  description,
  openMade,
  plainPage,
  readLevel,
  shortTag,
  sizes,
  valueIn,
} from './test-support/made-slides.ts'

const pixels = (attributes: string, children = '', image = '') =>
  `<Image ${image}><Pixels DimensionOrder="XYCZT" SizeX="64" SizeY="48" ${attributes}>${children}</Pixels></Image>`

/** The document goes to the first page. */
function openOme(images: string, pages: readonly TestPage[], file: Partial<TestTiff> = {}) {
  const [first, ...others] = pages
  const described = {
    ...first,
    extraTags: [...(first?.extraTags ?? []), description(`<OME>${images}</OME>`)],
  }
  return openMade([described as TestPage, ...others], file)
}

async function openOnly(...args: Parameters<typeof openOme>): Promise<SlideImage> {
  const { images } = await openOme(...args)
  if (!images[0] || images.length > 1) throw new Error('not one image')
  return images[0]
}

const plain = (value: number, extra: Partial<TestPage> = {}) => plainPage(64, 48, value, extra)

const pyramid = (value: number): TestPage =>
  plain(value, {
    tileWidth: 16,
    subPages: [
      plainPage(16, 12, value + 2, { tileWidth: 16 }),
      plainPage(32, 24, value + 1, { tileWidth: 16 }),
      plainPage(10, 24, 99, { tileWidth: 16 }),
    ],
  })

test.each([
  { bigEndian: false, big: false },
  { bigEndian: true, big: true },
])('finds each plane’s smaller levels in its sub-directories (%o)', async (file) => {
  const channels = '<Channel Name="a" Color="65535"/><Channel Name="b"/>'
  const image = await openOnly(pixels('SizeC="2" SizeZ="2"', channels), [10, 20, 30, 40].map(pyramid), file)
  expect(sizes(image)).toEqual(['64×48', '32×24', '16×12'])
  expect([image.sizeZ, image.channels.map(({ name, color }) => [name, color])]).toEqual([
    2,
    [
      ['a', 0x0000ff],
      ['b', undefined],
    ],
  ])
  for (const level of [0, 1, 2]) {
    expect(await valueIn(image, level, { c: 1, z: 0 })).toBe(20 + level)
    expect(await valueIn(image, level, { c: 0, z: 1 })).toBe(30 + level)
  }
})

test('says so where a plane lacks a level that the first has', async () => {
  const image = await openOnly(pixels('SizeC="2"'), [pyramid(10), plain(20, { tileWidth: 16 })])
  await expect(image.rawTile(1, 0, 0, { c: 1 })).rejects.toMatchObject({
    code: 'malformed',
    message: 'IFD 1: has no SubIFD 1, which the first plane has',
  })
})

test('follows TiffData to pages in any order', async () => {
  const blocks =
    '<TiffData IFD="3" FirstC="0" FirstT="0"/><TiffData IFD="1" FirstC="1"/><TiffData IFD="0" FirstT="1" PlaneCount="1"/>'
  const image = await openOnly(
    pixels('SizeC="2" SizeT="2"', blocks),
    [1, 2, 3, 4].map((value) => plain(value)),
  )
  expect(await valueIn(image)).toBe(4)
  expect(await valueIn(image, 0, { c: 1 })).toBe(2)
  expect(await valueIn(image, 0, { t: 1 })).toBe(1)
  await expect(image.rawTile(0, 0, 0, { c: 1, t: 1 })).rejects.toMatchObject({
    code: 'malformed',
    message: 'OME-XML: names no page for channel 1, focus plane 0, time point 1',
  })
})

test('refuses pages that the file doesn’t have', async () => {
  await expect(openOme(pixels('', '<TiffData IFD="5"/>'), [plain(1)])).rejects.toMatchObject({
    code: 'malformed',
    message: 'OME-XML: says that channel 0, focus plane 0, time point 0 is in IFD 5, but the file has 1',
  })
  await expect(openOme(pixels('', '<TiffData FirstC="1"/>'), [plain(1)])).rejects.toThrow(
    'names no page for channel 0',
  )
})

test.each([1, 2] as const)(
  'opens RGB as one channel of three samples (planar configuration %i)',
  async (planar) => {
    const rgb = { ...plainPage(2, 1, 0, { samples: 3, planar }), pixels: [1, 2, 3, 4, 5, 6] }
    const image = await openOnly(pixels('SizeC="3"', '<Channel SamplesPerPixel="3" Name="H&amp;E"/>'), [rgb])
    expect([image.samples, image.channels]).toEqual([3, [expect.objectContaining({ name: 'H&E' })]])
    expect([...(await readLevel(image)).data]).toEqual([1, 2, 3, 4, 5, 6])
  },
)

test('believes the document where it calls three samples one channel', async () => {
  const page = plain(5, { samples: 3, photometric: photometrics.blackIsZero })
  const image = await openOnly(pixels('SizeC="3"', '<Channel SamplesPerPixel="3"/>'), [page])
  expect([image.samples, image.channels.length]).toEqual([3, 1])
})

test('opens samples of a page as channels, each with its name', async () => {
  const page = {
    ...plainPage(1, 1, 0, { samples: 2, photometric: photometrics.blackIsZero }),
    pixels: [7, 8],
  }
  const image = await openOnly(pixels('SizeC="2"', '<Channel Name="a"/><Channel Name="b"/>'), [page])
  expect(image.channels.map(({ name }) => name)).toEqual(['a', 'b'])
  expect([await valueIn(image, 0, { c: 0 }), await valueIn(image, 0, { c: 1 })]).toEqual([7, 8])
})

test('opens several pages of RGB as the samples they are made of', async () => {
  const rgb = (first: number) => ({
    ...plainPage(1, 1, 0, { samples: 3 }),
    pixels: [first, first + 1, first + 2],
  })
  const channels = '<Channel SamplesPerPixel="3" Name="a"/><Channel SamplesPerPixel="3" Name="b"/>'
  const image = await openOnly(pixels('SizeC="6"', channels), [rgb(10), rgb(20)])
  expect(image.channels.map(({ name }) => name)).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
  expect([image.samples, await valueIn(image, 0, { c: 4 })]).toEqual([1, 21])
})

test('passes on tiles only where they hold the channel and nothing else', async () => {
  const jpeg = (samples: number) => plain(9, { samples, tileWidth: 16, compression: compressions.jpeg })
  const grey = await openOnly(pixels('SizeC="2"'), [jpeg(1), jpeg(1)])
  expect((await grey.encodedTile(0, 0, 0, { c: 1 }))?.mime).toBe('image/jpeg')
  const samples = await openOnly(pixels('SizeC="6"'), [jpeg(3), jpeg(3)])
  expect(await samples.encodedTile(0, 0, 0, { c: 4 })).toBeNull()
})

test('gives the values of pages with palettes, and takes their colours for the channels’', async () => {
  const map = (red: number, green: number) => ({
    tag: tags.colorMap,
    type: fieldTypes.short,
    values: [red, green, 0].flatMap((top) =>
      Array.from({ length: 256 }, (_, i) => Math.round((i * top) / 255)),
    ),
  })
  const page = (value: number, red: number, green: number) =>
    plain(value, { photometric: photometrics.palette, extraTags: [map(red, green)] })
  const channels = '<Channel/><Channel Color="-1"/>'
  const image = await openOnly(pixels('SizeC="2"', channels), [page(3, 0xff00, 0), page(4, 0, 0xff00)])
  expect([image.samples, image.channels.map(({ color }) => color)]).toEqual([1, [0xff0000, 0xffffff]])
  expect(await valueIn(image, 0, { c: 1 })).toBe(4)
})

test('opens several images, the largest first, and associated ones by their names', async () => {
  const images = [
    pixels('', '', 'Name="small"'),
    pixels('SizeZ="2"', '', 'Name="large"'),
    pixels('', '', 'Name="Label image"'),
    pixels('', '', 'Name="macro"'),
  ]
  const pages = [plainPage(8, 8, 1), plain(2), plain(3), plainPage(4, 4, 4), plainPage(5, 5, 5)]
  const slide = await openOme(images.join(''), pages)
  expect(slide.images.map(({ name }) => name)).toEqual(['large', 'small'])
  expect(slide.images[0] && (await valueIn(slide.images[0], 0, { z: 1 }))).toBe(3)
  const associated = slide.associated.map(async ({ kind, image }) => [kind, await valueIn(image)])
  expect(await Promise.all(associated)).toEqual([
    ['label', 4],
    ['macro', 5],
  ])
})

test('takes a small image whose name speaks of a label for one, and a large one for what was scanned', async () => {
  const names = ['tissue', 'S24-1_label', 'barcode', 'label-free', 'our label mask']
  const pages = [plain(1), plainPage(8, 8, 2), plainPage(8, 8, 3), plainPage(8, 8, 4), plain(5)]
  const described = names.map((name) => pixels('', '', `Name="${name}"`)).join('')
  const { images, associated } = await openOme(described, pages)
  expect(images.map(({ name }) => name)).toEqual(['tissue', 'our label mask', 'label-free'])
  expect(associated.map(({ kind, image }) => [kind, image.name])).toEqual([
    ['label', 'S24-1_label'],
    ['label', 'barcode'],
  ])
})

test('opens an image called thumbnail that is alone', async () => {
  const { images, associated } = await openOme(pixels('', '', 'Name="thumbnail"'), [plain(1)])
  expect([images.length, associated.length]).toEqual([1, 0])
})

test('opens without a label that can’t be read', async () => {
  const images = [pixels(''), pixels('', '', 'Name="label"'), pixels('', '', 'Name="macro"')].join('')
  const label = plain(2, { extraTags: [shortTag(tags.compression, 6)] })
  const { associated } = await openOme(images, [plain(1), label, plain(3)])
  expect(associated.map(({ kind }) => kind)).toEqual(['macro'])
  expect(associated[0] && (await valueIn(associated[0].image))).toBe(3)
})

test('opens without a level that can’t be read', async () => {
  const odd = plainPage(32, 24, 2, { extraTags: [shortTag(tags.compression, 6)] })
  const image = await openOnly(pixels(''), [plain(1, { subPages: [odd, plainPage(16, 12, 3)] })])
  expect(sizes(image)).toEqual(['64×48', '16×12'])
  expect(await valueIn(image, 1)).toBe(3)
})

test('gives scale, step, objective and the bits that are used', async () => {
  const attributes =
    'SizeZ="2" PhysicalSizeX="250" PhysicalSizeXUnit="nm" PhysicalSizeY="0.5" PhysicalSizeZ="2" SignificantBits="12"'
  const instrument = '<Instrument><Objective ID="o" NominalMagnification="40"/></Instrument>'
  const page = (value: number) => plain(value, { bits: 16 })
  const image = await openOnly(`${instrument}${pixels(attributes)}`, [page(1), page(2)])
  expect([image.mpp, image.stepZ, image.objective, image.bitDepth]).toEqual([{ x: 0.25, y: 0.5 }, 2, 40, 12])
  const single = await openOnly(pixels('SignificantBits="99" PhysicalSizeZ="2"'), [page(1)])
  expect([single.bitDepth, single.stepZ]).toEqual([16, undefined])
})

test('refuses more planes than any file has', async () => {
  await expect(openOme(pixels('SizeC="100000" SizeZ="100000"'), [plain(1)])).rejects.toMatchObject({
    code: 'too_large',
  })
  const many = Array.from({ length: 3 }, () =>
    pixels('SizeT="10000"', '<TiffData IFD="0" PlaneCount="1"/>'),
  ).join('')
  await expect(openOme(many, [plain(1)])).rejects.toMatchObject({
    code: 'too_large',
    message: 'OME-XML: has more than 20000 planes',
  })
})

test('an aborted read of a plane doesn’t spoil the next one', async () => {
  const image = await openOnly(pixels('SizeC="2"'), [plain(1), plain(2)])
  const controller = new AbortController()
  const aborted = image.rawTile(0, 0, 0, { c: 1 }, controller.signal)
  const other = image.rawTile(0, 0, 0, { c: 1 })
  controller.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  expect((await other).data[0]).toBe(2)
})

/** A macro, a label and two regions with other objectives, each with levels of its own, as Leica's slides are exported. */
test('has the regions of a slide with their own objectives, macro and label beside them', async () => {
  const image = (name: string, width: number, height: number, ifd: number, objective: string, mpp: number) =>
    `<Image Name="${name}">${objective && `<ObjectiveSettings ID="${objective}"/>`}<Pixels DimensionOrder="XYCZT" Type="uint8"` +
    ` SizeX="${width}" SizeY="${height}" SizeC="3" SizeZ="1" SizeT="1" PhysicalSizeX="${mpp}" PhysicalSizeY="${mpp}">` +
    `<Channel SamplesPerPixel="3"/><TiffData IFD="${ifd}" PlaneCount="1"/></Pixels></Image>`
  const page = (width: number, height: number, value: number): TestPage =>
    plainPage(width, height, value, {
      samples: 3,
      tileWidth: 16,
      subPages: [plainPage(width / 2, height / 2, value + 1, { samples: 3, tileWidth: 16 })],
    })
  const { images, associated } = await openOme(
    '<Instrument ID="I"><Objective ID="low" NominalMagnification="20"/><Objective ID="high" NominalMagnification="40"/></Instrument>' +
      image('macro', 24, 60, 0, '', 16) +
      image('label image', 20, 20, 1, '', 16) +
      image('Region 1', 128, 96, 2, 'low', 0.5) +
      image('Region 2', 160, 128, 3, 'high', 0.25),
    [page(24, 60, 10), page(20, 20, 20), page(128, 96, 30), page(160, 128, 40)],
  )
  expect(images.map((region) => [region.name, region.objective, region.mpp?.x, sizes(region)])).toEqual([
    ['Region 2', 40, 0.25, ['160×128', '80×64']],
    ['Region 1', 20, 0.5, ['128×96', '64×48']],
  ])
  expect(associated.map(({ kind, image }) => [kind, image.width])).toEqual([
    ['macro', 24],
    ['label', 20],
  ])
  expect(await valueIn(images[1] as SlideImage, 1)).toBe(31)
})
