import { expect, test } from 'vitest'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import { description, openMade, plainPage, shortTag, sizes, valueIn } from './test-support/made-slides.ts'

const tiled = (width: number, height: number, value: number, text: string, samples = 3): TestPage =>
  plainPage(width, height, value, { samples, tileWidth: 16, extraTags: [description(text)] })

const striped = (width: number, height: number, value: number, text: string, subfile = 0): TestPage =>
  plainPage(width, height, value, { samples: 3, extraTags: [description(text), shortTag(254, subfile)] })

const main =
  'Aperio Image Library v1\r\n64x48|AppMag = 40|MPP = 0.25|ScanScope ID = SS1|Date = 12/29/09|Time = 09:59:15'

test('arranges levels, thumbnail, label and macro whatever their order', async () => {
  const slide = await openMade([
    tiled(64, 48, 1, main),
    striped(20, 15, 2, 'Aperio\n64x48 -> 20x15 - '),
    tiled(8, 6, 5, 'Aperio\n64x48 -> 8x6'),
    tiled(32, 24, 3, 'Aperio\n64x48 -> 32x24'),
    striped(10, 12, 4, 'Aperio\nlabel 10x12', 1),
    striped(30, 10, 6, 'Aperio\nmacro 30x10', 9),
  ])
  const [image] = slide.images
  if (!image) throw new Error('no image')
  expect(slide.vendor).toBe('aperio')
  expect(sizes(image)).toEqual(['64×48', '32×24', '8×6'])
  expect(await Promise.all([0, 1, 2].map((level) => valueIn(image, level)))).toEqual([1, 3, 5])
  expect([image.mpp, image.objective, image.samples]).toEqual([{ x: 0.25, y: 0.25 }, 40, 3])
  const associated = slide.associated.map(async ({ kind, image }) => [kind, await valueIn(image)])
  expect(await Promise.all(associated)).toEqual([
    ['thumbnail', 2],
    ['label', 4],
    ['macro', 6],
  ])
  expect(slide.metadata).toEqual({
    scanner: { manufacturer: 'Aperio', model: undefined, serial: 'SS1', software: 'Aperio Image Library v1' },
    scannedAt: '2009-12-29T09:59:15',
    properties: { AppMag: '40', MPP: '0.25', 'ScanScope ID': 'SS1', Date: '12/29/09', Time: '09:59:15' },
  })
})

test('knows label and macro by NewSubfileType where their description doesn’t say', async () => {
  const { images, associated } = await openMade([
    tiled(64, 48, 1, main),
    striped(20, 15, 2, ''),
    striped(10, 12, 3, '', 1),
    striped(30, 10, 4, '', 9),
    striped(32, 24, 5, '', 0),
    striped(11, 12, 6, 'Aperio\nlabel', 1),
  ])
  expect(images.map(sizes)).toEqual([['64×48']])
  expect(associated.map(({ kind, image }) => [kind, image.width])).toEqual([
    ['thumbnail', 20],
    ['label', 10],
    ['macro', 30],
  ])
})

test('takes the second page for what it says it is', async () => {
  const { associated } = await openMade([tiled(64, 48, 1, main), striped(10, 12, 2, 'Aperio\nlabel 10x12')])
  expect(associated.map(({ kind }) => kind)).toEqual(['label'])
})

test('leaves out tiled pages that are no smaller version of the first', async () => {
  const { images } = await openMade([
    tiled(64, 48, 1, main),
    tiled(32, 10, 2, 'Aperio'),
    tiled(32, 24, 3, 'Aperio', 1),
  ])
  expect(images.map(sizes)).toEqual([['64×48']])
})

test('knows neither scale nor objective where the file doesn’t say', async () => {
  const { images } = await openMade([tiled(64, 48, 1, 'Aperio Image Library\n64x48')])
  expect([images[0]?.mpp, images[0]?.objective]).toEqual([undefined, undefined])
})

test('stacks pages of one size that lie at different heights', async () => {
  const { images } = await openMade([
    tiled(64, 48, 1, `${main}|OffsetZ = 0`),
    tiled(32, 24, 2, 'Aperio\nx|OffsetZ = 0'),
    tiled(64, 48, 3, 'Aperio\nx|OffsetZ = -1.5'),
    tiled(32, 24, 4, 'Aperio\nx|OffsetZ = -1.5'),
  ])
  const [image] = images
  if (!image) throw new Error('no image')
  expect([image.sizeZ, image.stepZ, sizes(image)]).toEqual([2, 1.5, ['64×48', '32×24']])
  expect(await valueIn(image, 0, { z: 0 })).toBe(3)
  expect(await valueIn(image, 1, { z: 1 })).toBe(2)
})

test('leaves a file without tiles to the generic reader', async () => {
  const { vendor } = await openMade([striped(64, 48, 1, main)])
  expect(vendor).toBe('generic-tiff')
})

test('opens without a label that can’t be read, but not without the image', async () => {
  const odd = (page: TestPage): TestPage => ({
    ...page,
    extraTags: [...(page.extraTags ?? []), shortTag(259, 6)],
  })
  const label = striped(10, 12, 2, 'Aperio\nlabel 10x12', 1)
  const { images, associated } = await openMade([tiled(64, 48, 1, main), odd(label)])
  expect([images.length, associated.length]).toEqual([1, 0])
  await expect(openMade([odd(tiled(64, 48, 1, main)), label])).rejects.toMatchObject({
    code: 'unsupported',
    structure: 'IFD 0',
  })
})
