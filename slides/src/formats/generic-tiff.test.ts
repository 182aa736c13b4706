import { expect, test } from 'vitest'
import { compressions, fieldTypes, photometrics, tags } from '../tiff/tags.ts'
import { entryPosition, makeTiff } from '../tiff/test-support/make-tiff.ts'
import type { TestField, TestPage } from '../tiff/test-support/test-page.ts'
import {
  description,
  openBytes,
  openMade,
  plainPage,
  resolution,
  shortTag,
  sizes,
  textTag,
  valueIn,
} from './test-support/made-slides.ts'

const reduced = { extraTags: [shortTag(tags.newSubfileType, 1)] }

const open = async (...pages: TestPage[]) => {
  const slide = await openMade(pages)
  const [image] = slide.images
  if (!image) throw new Error('no image')
  return { ...slide, image }
}

test('the largest page is the image and smaller versions are its levels, in any order, flagged or not', async () => {
  const { vendor, images, image } = await open(
    plainPage(10, 8, 3, reduced),
    plainPage(40, 32, 1),
    plainPage(20, 16, 2),
  )
  expect([vendor, images.length, sizes(image)]).toEqual(['generic-tiff', 1, ['40×32', '20×16', '10×8']])
  expect(await valueIn(image, 2)).toBe(3)
})

test('levels lie in sub-directories too', async () => {
  const { image } = await open(
    plainPage(40, 32, 1, { subPages: [plainPage(20, 16, 2), plainPage(10, 8, 3)] }),
  )
  expect(sizes(image)).toEqual(['40×32', '20×16', '10×8'])
  expect(await valueIn(image, 1)).toBe(2)
})

const mask = (width: number, height: number, flags = 4): TestPage =>
  plainPage(width, height, 1, {
    bits: 1,
    photometric: photometrics.mask,
    extraTags: [shortTag(tags.newSubfileType, flags)],
  })

test('transparency masks are left out, those of overviews too, flagged or not', async () => {
  const { images, image, associated } = await open(
    plainPage(40, 32, 1),
    mask(40, 32),
    plainPage(20, 16, 2, reduced),
    mask(20, 16, 5),
    mask(10, 8, 0),
  )
  expect([images.length, associated, sizes(image), image.sizeT]).toEqual([1, [], ['40×32', '20×16'], 1])
})

test('transparency masks in sub-directories are left out', async () => {
  const { image } = await open(
    plainPage(40, 32, 1, { subPages: [mask(40, 32), mask(20, 16, 5), plainPage(20, 16, 2)] }),
    plainPage(40, 32, 3, { subPages: [mask(40, 32), mask(20, 16, 5), plainPage(20, 16, 4)] }),
  )
  expect([sizes(image), image.sizeT]).toEqual([['40×32', '20×16'], 2])
  expect(await valueIn(image, 1, { t: 1 })).toBe(4)
})

test('says that a file has nothing but a mask; a page that is only flagged as one is shown where it is alone', async () => {
  await expect(open(mask(40, 32))).rejects.toMatchObject({
    code: 'unsupported',
    message: 'TIFF: holds nothing but a transparency mask, which is no image',
  })
  const flagged = plainPage(40, 32, 7, { extraTags: [shortTag(tags.newSubfileType, 4)] })
  expect(await valueIn((await open(flagged)).image)).toBe(7)
})

test('a page whose lists of blocks are too short is read as far as they go, with a warning', async () => {
  const striped = (extra: Partial<TestPage>) => plainPage(8, 8, 7, { rowsPerStrip: 2, ...extra })
  const offsets = { tag: tags.stripOffsets, type: fieldTypes.long, values: [8, 24, 40] }
  const lengths = { tag: tags.stripByteCounts, type: fieldTypes.long, values: [16, 16] }
  const short = await open(striped({ extraTags: [offsets] }))
  expect(short.warnings?.map(({ message }) => message)).toEqual([
    'IFD 0: is stored in 4 strips, but says of only 3 where they lie; the pixels of the other 1 are missing',
  ])
  expect([...(await short.image.rawTile(0, 0, 0)).data]).toEqual([
    ...Array<number>(48).fill(7),
    ...Array<number>(16).fill(0),
  ])
  const whole = await open(striped({ extraTags: [lengths] }))
  expect(whole.warnings?.map(({ reason }) => reason)).toEqual([
    'is stored in 4 strips, but says of only 2 how long they are; that follows from the size',
  ])
  expect(await valueIn(whole.image)).toBe(7)
})

test('a page behind the image that says it is impossibly large is left out with a warning', async () => {
  const absurd = { tag: tags.imageWidth, type: fieldTypes.long, values: [2_147_483_648] }
  const { images, warnings } = await open(plainPage(40, 32, 1), plainPage(8, 8, 2, { extraTags: [absurd] }))
  expect([images.map(sizes), warnings?.map(({ message }) => message)]).toEqual([
    [['40×32']],
    ['IFD 1: says that it has 2147483648 × 8 pixels, which cannot be, and is left out'],
  ])
  await expect(open(plainPage(8, 8, 2, { extraTags: [absurd] }))).rejects.toMatchObject({ code: 'too_large' })
})

test('pages of one size are time points, each with its own levels', async () => {
  const { images, image } = await open(
    plainPage(40, 32, 1),
    plainPage(40, 32, 2),
    plainPage(20, 16, 3),
    plainPage(20, 16, 4),
  )
  expect([images.length, image.sizeT, sizes(image)]).toEqual([1, 2, ['40×32', '20×16']])
  expect([await valueIn(image, 0, { t: 1 }), await valueIn(image, 1, { t: 1 })]).toEqual([2, 4])
})

test('pages that fit nowhere are images of their own', async () => {
  const { images, associated } = await open(plainPage(10, 30, 1), plainPage(40, 32, 2), plainPage(40, 31, 3))
  expect(images.map(sizes)).toEqual([['40×32'], ['40×31'], ['10×30']])
  expect(associated).toEqual([])
})

test('refuses a file of endlessly many images', async () => {
  const wide = Array.from({ length: 258 }, (_, index) => plainPage(900 - index, 3, 1))
  await expect(openMade(wide)).rejects.toMatchObject({
    code: 'too_large',
    message: 'TIFF: has more than 256 images of different sizes',
  })
})

test('a smaller version that is stored in another way is the thumbnail', async () => {
  const { images, associated } = await open(
    plainPage(40, 32, 1, { bits: 16 }),
    plainPage(10, 8, 2, { samples: 3 }),
    plainPage(5, 4, 3, { samples: 3 }),
  )
  expect(images.length).toBe(1)
  expect(associated.map(({ kind, image }) => [kind, sizes(image)])).toEqual([['thumbnail', ['10×8', '5×4']]])
})

test('pages flagged as smaller that fit nowhere may show the label; several planes are an image', async () => {
  const { images, associated } = await open(
    plainPage(40, 32, 1),
    plainPage(10, 4, 2, reduced),
    plainPage(12, 4, 2, { extraTags: [shortTag(tags.newSubfileType, 9)] }),
    plainPage(20, 16, 3, { bits: 16 }),
    plainPage(20, 16, 4, { bits: 16 }),
  )
  expect(images.map(({ width, sizeT }) => [width, sizeT])).toEqual([
    [40, 1],
    [20, 2],
  ])
  expect(associated.map(({ kind, image }) => [kind, image.width])).toEqual([
    ['macro', 12],
    ['label', 10],
  ])
})

test('label and macro are known by the first word of their description; masks are left out', async () => {
  const { images, associated } = await open(
    plainPage(40, 32, 1),
    plainPage(40, 32, 9, { extraTags: [shortTag(tags.newSubfileType, 4)] }),
    plainPage(12, 30, 2, { extraTags: [description('Macro -offset=(0,0)')] }),
    plainPage(12, 13, 3, { extraTags: [description('Label')] }),
  )
  expect(images.map(({ sizeT }) => sizeT)).toEqual([1])
  expect(associated.map(({ kind }) => kind)).toEqual(['macro', 'label'])
})

test('a file of nothing but a label opens', async () => {
  const { images } = await open(plainPage(12, 13, 3, { extraTags: [description('Label')] }))
  expect(images.length).toBe(1)
})

test('the largest page is the image, whatever its description begins with', async () => {
  const { images, associated } = await open(
    plainPage(40, 32, 1, { extraTags: [description('Overview of the left lobe')] }),
    plainPage(20, 16, 2),
  )
  expect([images.map(sizes), associated]).toEqual([[['40×32', '20×16']], []])
})

test.each([
  [20_000, 3, 0.5],
  [50_800, 2, 0.5],
  [1_000, 3, 10],
])('takes %f pixels per unit %i for %f µm a pixel', async (value, unit, mpp) => {
  const { image } = await open(plainPage(8, 8, 1, { extraTags: resolution(value, unit) }))
  expect(image.mpp).toEqual({ x: mpp, y: mpp })
})

test.each([
  [72, 2],
  [96, 2],
  [300, 2],
  [1200, 2],
  [28.346, 3],
  [20_000, 1],
  [0, 3],
  [2_000_000, 3],
])('takes %f pixels per unit %i for no scale', async (value, unit) => {
  const { image } = await open(plainPage(8, 8, 1, { extraTags: resolution(value, unit) }))
  expect(image.mpp).toBeUndefined()
})

test('gives the scale of a page that lies on its side as it is shown', async () => {
  const [across, down, unit] = [resolution(20_000, 3)[0], resolution(10_000, 3)[1], resolution(1, 3)[2]]
  const extraTags = [across, down, unit] as TestField[]
  const { image } = await open(plainPage(8, 4, 1, { extraTags, orientation: 6 }))
  expect([image.width, image.height, image.mpp]).toEqual([4, 8, { x: 1, y: 0.5 }])
})

test('counts in inches where no unit is given', async () => {
  const extraTags = resolution(50_800, 2).filter(({ tag }) => tag !== tags.resolutionUnit)
  expect((await open(plainPage(8, 8, 1, { extraTags }))).image.mpp).toEqual({ x: 0.5, y: 0.5 })
})

test('gives what the tags say of the scanner', async () => {
  const { metadata } = await open(
    plainPage(8, 8, 1, {
      extraTags: [
        textTag(tags.make, 'Hamamatsu'),
        textTag(tags.model, 'C9600'),
        textTag(tags.software, 'NDP.scan'),
        textTag(tags.dateTime, '2020:01:02 03:04:05'),
        description('a slide'),
      ],
    }),
  )
  expect(metadata).toEqual({
    scanner: { manufacturer: 'Hamamatsu', model: 'C9600', software: 'NDP.scan' },
    properties: { ImageDescription: 'a slide', DateTime: '2020:01:02 03:04:05' },
  })
})

test('opens ImageJ stacks with channels, focus planes and time points', async () => {
  const text = 'ImageJ=1.53t\nimages=12\nchannels=2\nslices=3\nframes=2\nunit=micron\nspacing=1.5'
  const [first, ...others] = Array.from({ length: 12 }, (_, value) => plainPage(8, 8, value))
  const tagged = { ...first, extraTags: [description(text), ...resolution(4, 1)] }
  const { image } = await open(tagged as TestPage, ...others)
  expect([image.channels.length, image.sizeZ, image.sizeT]).toEqual([2, 3, 2])
  expect([image.mpp, image.stepZ]).toEqual([{ x: 0.25, y: 0.25 }, 1.5])
  expect(await valueIn(image, 0, { c: 1, z: 2, t: 1 })).toBe(11)
  expect(await valueIn(image, 0, { c: 1, z: 0, t: 1 })).toBe(7)
})

test('opens ImageJ stacks of RGB', async () => {
  const rgb = (value: number, text: string) =>
    plainPage(8, 8, value, { samples: 3, extraTags: [description(text)] })
  const { image } = await open(rgb(1, 'ImageJ=1.53t\nimages=2\nslices=2'), rgb(2, ''))
  expect([image.samples, image.channels.length, image.sizeZ]).toEqual([3, 1, 2])
  const { image: channels } = await open(rgb(1, 'ImageJ=1.53t\nimages=2\nchannels=2'), rgb(2, ''))
  expect([channels.samples, channels.channels.length, await valueIn(channels, 0, { c: 3 })]).toEqual([
    1, 6, 2,
  ])
})

/** A palette of 8 bits whose colours rise to the one given. */
const colorMap = (...highest: number[]): TestField =>
  shortTag(
    tags.colorMap,
    ...highest.flatMap((value) => Array.from({ length: 256 }, (_, i) => Math.round((value * i) / 255) << 8)),
  )

const lutPage = (value: number, extraTags: TestField[]) =>
  plainPage(8, 8, value, { photometric: photometrics.palette, extraTags })

test('takes the palettes of an ImageJ stack for how its channels are shown, not for their values', async () => {
  const { image } = await open(
    lutPage(7, [description('ImageJ=1.53t\nimages=2\nchannels=2'), colorMap(255, 0, 0)]),
    lutPage(9, [colorMap(0, 255, 128)]),
  )
  expect([image.samples, image.channels]).toEqual([1, [{ color: 0xff0000 }, { color: 0x00ff80 }]])
  expect([await valueIn(image, 0, { c: 0 }), await valueIn(image, 0, { c: 1 })]).toEqual([7, 9])
})

test('does not take the one palette that ImageJ writes for all channels for the colour of each', async () => {
  const { image } = await open(
    lutPage(7, [description('ImageJ=1.53t\nimages=2\nchannels=2'), colorMap(255, 0, 0)]),
    lutPage(9, [colorMap(255, 0, 0)]),
  )
  expect(image.channels).toEqual([{}, {}])
})

test('gives a single page of ImageJ with a palette as one channel of its colour, of other files as RGB', async () => {
  const { image } = await open(lutPage(7, [description('ImageJ=1.53t'), colorMap(255, 255, 0)]))
  expect([image.samples, image.channels, await valueIn(image)]).toEqual([1, [{ color: 0xffff00 }], 7])
  const { image: picture } = await open(lutPage(7, [colorMap(255, 255, 0)]))
  const { data } = await picture.rawTile(0, 0, 0)
  expect([picture.samples, [...data.subarray(0, 3)]]).toEqual([3, [7, 7, 0]])
})

test('refuses an ImageJ stack whose planes have no pages', async () => {
  const page = plainPage(8, 8, 1, { extraTags: [description('ImageJ=1.53t\nimages=500\nslices=500')] })
  await expect(open(page)).rejects.toMatchObject({
    code: 'unsupported',
    message:
      'IFD 0: belongs to an ImageJ stack of 500 planes but only 1 directories, which is not read; save it as OME-TIFF',
  })
})

test('cuts the padding of levels that are stored in whole tiles', async () => {
  const level = (width: number, height: number, value: number): TestPage =>
    plainPage(width, height, value, { tileWidth: 16, samples: 3, ...(value > 1 ? reduced : {}) })
  const { images, image, associated } = await open(
    level(80, 48, 1),
    level(48, 32, 2),
    level(32, 16, 3),
    level(16, 16, 4),
    level(16, 16, 5),
    plainPage(12, 30, 6, { samples: 3, extraTags: [description('Macro')] }),
  )
  expect(sizes(image)).toEqual(['80×48', '40×24', '20×12', '10×6', '5×3'])
  expect(image.levels.map(({ downsample }) => downsample)).toEqual([1, 2, 4, 8, 16])
  const tile = await image.rawTile(1, 2, 1)
  expect([tile.width, tile.height, tile.data.at(-1)]).toEqual([8, 8, 2])
  expect([await valueIn(image, 3), await valueIn(image, 4)]).toEqual([4, 5])
  expect([images.length, associated.map(({ kind }) => kind)]).toEqual([1, ['macro']])
})

test('knows padded levels of a square image by sizes that occur again', async () => {
  const level = (side: number, value: number) => plainPage(side, side, value, { tileWidth: 16 })
  const { images, image } = await open(level(48, 1), level(32, 2), level(16, 3), level(16, 4))
  expect([images.length, sizes(image)]).toEqual([1, ['48×48', '24×24', '12×12', '6×6']])
})

test('takes a stack of pages of one tile each for a stack', async () => {
  const { images, image } = await open(
    ...[1, 2, 3].map((value) => plainPage(16, 16, value, { tileWidth: 16, samples: 3 })),
  )
  expect([images.length, sizes(image), image.sizeT]).toEqual([1, ['16×16'], 3])
  expect(await valueIn(image, 0, { t: 2 })).toBe(3)
})

test('takes levels that fit as they are for what they say', async () => {
  const { image } = await open(
    plainPage(48, 48, 1, { tileWidth: 16 }),
    plainPage(32, 32, 2, { tileWidth: 16 }),
  )
  expect(sizes(image)).toEqual(['48×48', '32×32'])
})

test('opens without a preview that can’t be read, but never shows a preview instead of the image', async () => {
  const unreadable = { extraTags: [shortTag(tags.compression, compressions.oldJpeg)] }
  const { images } = await open(plainPage(40, 32, 1), plainPage(10, 8, 2, unreadable))
  expect(images.map(sizes)).toEqual([['40×32']])
  await expect(open(plainPage(10, 8, 1), plainPage(40, 32, 2, unreadable))).rejects.toMatchObject({
    code: 'unsupported',
    structure: 'IFD 1',
  })
})

test('opens with a tag for people that is broken', async () => {
  const bytes = await makeTiff({
    pages: [plainPage(8, 8, 1, { extraTags: [textTag(tags.artist, 'somebody of some length')] })],
  })
  const view = new DataView(bytes.buffer)
  view.setUint32(entryPosition(bytes, tags.artist) + 8, 0xffff_ff00, true)
  const { images, metadata } = await openBytes(bytes)
  expect([images.length, metadata.properties]).toEqual([1, {}])
})

test('opens an ImageJ file of one plane among others like any file', async () => {
  const { images, image } = await open(
    plainPage(40, 32, 1, { extraTags: [description('ImageJ=1.53t')] }),
    plainPage(20, 16, 2),
  )
  expect([images.length, sizes(image)]).toEqual([1, ['40×32', '20×16']])
})

/** Scanners name themselves in the first line, and what a page shows in the second, as Aperio's do. */
test('label, macro and thumbnail of a Huron slide are no images of the scan', async () => {
  const page = (width: number, height: number, value: number, text: string, more: Partial<TestPage> = {}) =>
    plainPage(width, height, value, {
      samples: 3,
      extraTags: [description(text), textTag(tags.make, 'Huron Digital Pathology')],
      ...more,
    })
  const tiled = { tileWidth: 16 }
  const { images, image, associated, metadata } = await open(
    page(64, 48, 1, 'Huron TissueScope v1\r\nResolution = 0.5 um', tiled),
    page(20, 15, 2, 'Huron TissueScope v1\r\nthumbnail 20x15'),
    page(32, 24, 3, 'Huron TissueScope v1', tiled),
    page(16, 12, 4, 'Huron TissueScope v1', tiled),
    page(12, 13, 5, 'Huron TissueScope v1\r\nlabel 12x13'),
    page(30, 10, 6, 'Huron TissueScope v1\r\nmacro 30x10'),
  )
  expect([images.length, sizes(image)]).toEqual([1, ['64×48', '32×24', '16×12']])
  expect(associated.map(({ kind }) => kind)).toEqual(['thumbnail', 'label', 'macro'])
  expect(metadata.scanner?.manufacturer).toBe('Huron Digital Pathology')
})

test('a page called Label_Image is no image of the scan', async () => {
  const { images, associated } = await open(
    plainPage(40, 32, 1),
    plainPage(12, 30, 2, { extraTags: [description('Label_Image')] }),
  )
  expect([images.length, associated.map(({ kind }) => kind)]).toEqual([1, ['label']])
})

test('reads pyramids exported by other programs, by pages of one name and flagged as smaller', async () => {
  const level = (width: number, height: number, value: number, flags: number) =>
    plainPage(width, height, value, {
      samples: 3,
      tileWidth: 16,
      extraTags: [textTag(285, 'Slide 1'), shortTag(tags.newSubfileType, flags)],
    })
  const { images, image, associated } = await open(
    level(80, 64, 1, 0),
    level(40, 32, 2, 1),
    level(20, 16, 3, 1),
    level(10, 8, 4, 1),
  )
  expect([images.length, associated, sizes(image)]).toEqual([1, [], ['80×64', '40×32', '20×16', '10×8']])
  expect(await valueIn(image, 3)).toBe(4)
})
