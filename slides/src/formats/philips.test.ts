import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  openSlideAssociated,
  openSlideImage,
  openSlideProperties,
} from '../conformance/test-support/openslide.ts'
import { hasOpenSlide, hasVips } from '../conformance/test-support/test-programs.ts'
import { compressions, photometrics, tags } from '../tiff/tags.ts'
import { makeTiff } from '../tiff/test-support/make-tiff.ts'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { philipsAttribute, philipsPages, philipsText } from './test-support/made-philips.ts'
import {
  description,
  openBytes,
  openMade,
  plainPage,
  readLevel,
  shortTag,
  sizes,
  valueIn,
} from './test-support/made-slides.ts'

const pathOf = useTemporaryFolder()

const jpegOf = async (width: number, height: number, value: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: value, g: value, b: value } } })
    .jpeg()
    .toBuffer()

const open = async (text: string, more: readonly TestPage[] = []) => {
  const slide = await openMade([...philipsPages(text), ...more])
  const [image] = slide.images
  if (!image) throw new Error('no image')
  return { ...slide, image }
}

test('has the levels without the padding that the pages have, and the scale of the scan', async () => {
  const { vendor, image, metadata } = await open(
    philipsText({
      root: philipsAttribute('DICOM_ACQUISITION_DATETIME', '20190626143209.000000'),
      scan: philipsAttribute('DICOM_DEVICE_SERIAL_NUMBER', 'FMT0107'),
    }),
  )
  expect([vendor, sizes(image)]).toEqual(['philips', ['80×48', '40×24', '20×12']])
  expect(image.levels.map(({ downsample }) => downsample)).toEqual([1, 2, 4])
  expect(image.mpp).toEqual({ x: 0.25, y: 0.5 })
  expect([await valueIn(image, 0), await valueIn(image, 1), await valueIn(image, 2)]).toEqual([10, 20, 30])
  expect(metadata).toMatchObject({
    scanner: { manufacturer: 'PHILIPS', serial: 'FMT0107', software: '4.0.3' },
    scannedAt: '2019-06-26T14:32:09',
  })
  expect(metadata.properties).toMatchObject({
    DICOM_PIXEL_SPACING: '"0.0005" "0.00025"',
    'PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE[2].DICOM_PIXEL_SPACING': '"0.002" "0.001"',
  })
})

test('halves from level to level where the XML describes other levels than the file has', async () => {
  const { image } = await open(philipsText({ levels: 2 }))
  expect(sizes(image)).toEqual(['80×48', '40×24', '20×12'])
})

test('leaves out a page that is no level of the scan', async () => {
  const stray = plainPage(64, 16, 40, {
    samples: 3,
    tileWidth: 16,
    extraTags: [shortTag(tags.newSubfileType, 1)],
  })
  const { image, images } = await open(philipsText(), [stray])
  expect([images.length, sizes(image)]).toEqual([1, ['80×48', '40×24', '20×12']])
})

test('shows white where tiles are missing', async () => {
  const [full, ...smaller] = philipsPages(philipsText(), {
    compression: compressions.jpeg,
    photometric: photometrics.ycbcr,
    sharedTables: true,
  })
  const { images } = await openMade([{ ...(full as TestPage), emptyBlocks: [0, 7] }, ...smaller])
  const [image] = images
  const values = []
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [2, 1],
  ] as const)
    values.push((await image?.rawTile(0, x, y))?.data[0])
  expect(values).toEqual([255, 10, 255])
  expect(await image?.encodedTile(0, 0, 0)).toBeNull()
  expect((await image?.encodedTile(0, 1, 0))?.mime).toBe('image/jpeg')
})

test('has label and macro of pages of their own', async () => {
  const { associated, images } = await open(philipsText(), [
    plainPage(30, 10, 50, {
      samples: 3,
      extraTags: [description('Macro -offset=(0,0)-pixelsize=(0.0315,0.0315)')],
    }),
    plainPage(12, 10, 60, { samples: 3, extraTags: [description('Label')] }),
  ])
  expect(images.length).toBe(1)
  expect(associated.map(({ kind, image }) => [kind, sizes(image)])).toEqual([
    ['macro', ['30×10']],
    ['label', ['12×10']],
  ])
})

test('has label and macro that are JPEGs in the XML, unless they are pages', async () => {
  const [label, macro] = [await jpegOf(12, 10, 60), await jpegOf(30, 10, 50)]
  const text = philipsText({ label: label.toString('base64'), macro: macro.toString('base64') })
  const { associated, metadata } = await open(text)
  expect(associated.map(({ kind, image }) => [kind, sizes(image)])).toEqual([
    ['label', ['12×10']],
    ['macro', ['30×10']],
  ])
  const [first] = associated
  expect(await first?.image.encodedTile(0, 0, 0)).toEqual({
    mime: 'image/jpeg',
    bytes: new Uint8Array(label),
  })
  const tile = await first?.image.rawTile(0, 0, 0)
  expect([tile?.width, tile?.height, tile?.samples, tile?.data[0]]).toEqual([12, 10, 3, 60])
  await expect(first?.image.rawTile(0, 1, 0)).rejects.toMatchObject({ code: 'out_of_range' })
  expect(JSON.stringify(metadata)).not.toContain(label.toString('base64').slice(0, 40))

  const page = plainPage(14, 10, 70, { samples: 3, extraTags: [description('Label')] })
  const both = await open(text, [page])
  expect(both.associated.map(({ kind, image }) => [kind, image.width])).toEqual([
    ['label', 14],
    ['macro', 30],
  ])
})

test('opens without a picture that is no JPEG', async () => {
  const { associated } = await open(philipsText({ label: 'AAAA', macro: '!' }))
  expect(associated).toEqual([])
})

test('refuses XML without a scan, or with several', async () => {
  await expect(open(philipsText().replace('>WSI<', '>OTHER<'))).rejects.toMatchObject({
    code: 'malformed',
    message:
      'Philips XML: describes 0 whole-slide images (PIM_DP_IMAGE_TYPE WSI); files of exactly one are read',
  })
  const twice = philipsText({ label: 'AAAA' }).replace('>LABELIMAGE<', '>WSI<')
  await expect(open(twice)).rejects.toMatchObject({ code: 'unsupported' })
})

test.skipIf(!hasOpenSlide || !hasVips)('is read as OpenSlide reads it', async () => {
  const label = (await jpegOf(12, 10, 60)).toString('base64')
  const [full, ...smaller] = philipsPages(philipsText({ label, macro: label }), {
    compression: compressions.lzw,
  })
  const bytes = await makeTiff({ pages: [{ ...(full as TestPage), pixels: noise }, ...smaller] })
  const path = pathOf('philips.tiff')
  await writeFile(path, bytes)
  const properties = await openSlideProperties(path)
  const of = (name: string) => properties?.get(`openslide.${name}`)
  expect([of('vendor'), of('level-count'), of('mpp-x'), of('mpp-y')]).toEqual(['philips', '3', '0.25', '0.5'])
  const { images, associated } = await openBytes(bytes)
  expect(images[0]?.levels.map(({ downsample }) => downsample)).toEqual(
    [0, 1, 2].map((level) => Number(of(`level[${level}].downsample`))),
  )
  expect((await openSlideAssociated(path)).sort()).toEqual(associated.map(({ kind }) => kind).sort())
  const [image] = images
  if (!image) throw new Error('no image')
  expect((await readLevel(image)).data).toEqual((await openSlideImage(path, pathOf('level.v'))).data)
})

const noise = Uint8Array.from({ length: 80 * 48 * 3 }, (_, index) => (index * 7919) % 251)
