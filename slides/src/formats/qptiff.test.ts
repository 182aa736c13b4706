import { expect, test } from 'vitest'
import { tags } from '../tiff/tags.ts'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import {
  description,
  openMade,
  plainPage,
  resolution,
  sizes,
  textTag,
  valueIn,
} from './test-support/made-slides.ts'

const root = 'PerkinElmer-QPI-ImageDescription'

const xml = (type: string, children = '') =>
  description(
    `<?xml version="1.0" encoding="utf-16"?><${root}><ImageType>${type}</ImageType>${children}</${root}>`,
  )

const channel = (name: string, type = 'FullResolution') =>
  xml(
    type,
    `<Name>${name}</Name><Color>0,0,255</Color><ExposureTime>1500</ExposureTime><Objective>20x</Objective>`,
  )

const grey = (size: [number, number], value: number, ...extraTags: ReturnType<typeof xml>[]): TestPage =>
  plainPage(...size, value, { bits: 16, tileWidth: 16, extraTags })

const rgb = (size: [number, number], value: number, type: string): TestPage =>
  plainPage(...size, value, { samples: 3, extraTags: [xml(type)] })

test('puts channels and levels together by type, size and name, whatever their order', async () => {
  const scale = resolution(20_000, 3)
  const slide = await openMade([
    grey([64, 48], 100, channel('DAPI'), ...scale, textTag(tags.dateTime, '2020:09:22 19:39:50')),
    grey([64, 48], 200, channel('CD8'), ...scale),
    rgb([16, 12], 7, 'Thumbnail'),
    grey([16, 12], 102, channel('DAPI', 'ReducedResolution')),
    grey([16, 12], 202, channel('CD8', 'ReducedResolution')),
    grey([32, 24], 201, channel('CD8', 'ReducedResolution')),
    grey([32, 24], 101, channel('DAPI', 'ReducedResolution')),
    rgb([30, 10], 8, 'Overview'),
    rgb([12, 10], 9, 'Label'),
  ])
  const [image] = slide.images
  if (!image) throw new Error('no image')
  expect([slide.vendor, slide.images.length]).toEqual(['qptiff', 1])
  expect(sizes(image)).toEqual(['64×48', '32×24', '16×12'])
  expect([image.mpp, image.objective, image.samples, image.pixelType]).toEqual([
    { x: 0.5, y: 0.5 },
    20,
    1,
    'u16',
  ])
  expect(image.channels).toEqual([
    { name: 'DAPI', color: 0x0000ff, exposure: 1.5 },
    { name: 'CD8', color: 0x0000ff, exposure: 1.5 },
  ])
  for (const [c, first] of [100, 200].entries()) {
    for (const level of [0, 1, 2]) expect(await valueIn(image, level, { c })).toBe(first + level)
  }
  const associated = slide.associated.map(async ({ kind, image }) => [kind, await valueIn(image)])
  expect(await Promise.all(associated)).toEqual([
    ['thumbnail', 7],
    ['macro', 8],
    ['label', 9],
  ])
  expect(slide.metadata.scannedAt).toBe('2020-09-22T19:39:50')
  expect(slide.metadata.properties.Name).toBe('DAPI')
})

test('finds channels of smaller levels by their place where names are not unique', async () => {
  const { images } = await openMade([
    grey([64, 48], 1, channel('x')),
    grey([64, 48], 2, channel('x')),
    grey([32, 24], 3, channel('x', 'ReducedResolution')),
    grey([32, 24], 4, channel('x', 'ReducedResolution')),
  ])
  expect(images[0] && (await valueIn(images[0], 1, { c: 0 }))).toBe(3)
  expect(images[0] && (await valueIn(images[0], 1, { c: 1 }))).toBe(4)
})

test('opens brightfield, with one page of RGB a level', async () => {
  const { images } = await openMade([
    rgb([64, 48], 1, 'FullResolution'),
    rgb([32, 24], 2, 'ReducedResolution'),
  ])
  const [image] = images
  if (!image) throw new Error('no image')
  expect([image.samples, image.channels.length, sizes(image)]).toEqual([3, 1, ['64×48', '32×24']])
  expect(await valueIn(image, 1)).toBe(2)
})

test('reads the profile of the scan, which all pages repeat, once only', async () => {
  const profile = (broken: string) =>
    `<Name>C</Name><ScanProfile><root><ScanResolution><PixelSizeMicrons>0.5</PixelSizeMicrons></ScanResolution>${broken}</root></ScanProfile>`
  const { images, metadata } = await openMade([
    grey([64, 48], 1, xml('FullResolution', profile(''))),
    grey([32, 24], 2, xml('ReducedResolution', profile('<unclosed>'))),
  ])
  expect(images.map(({ mpp, levels, channels }) => [mpp, levels.length, channels])).toEqual([
    [{ x: 0.5, y: 0.5 }, 2, [{ name: 'C' }]],
  ])
  expect(metadata.properties).toMatchObject({ 'ScanProfile/root/ScanResolution/PixelSizeMicrons': '0.5' })
})

test('takes the planned pixel size where the page has no resolution', async () => {
  const planned =
    '<ScanProfile><root><ScanResolution><PixelSizeMicrons>0.25</PixelSizeMicrons></ScanResolution></root></ScanProfile>'
  const { images } = await openMade([grey([64, 48], 1, xml('FullResolution', planned))])
  expect(images[0]?.mpp).toEqual({ x: 0.25, y: 0.25 })
})

test('leaves out a level that lacks channels', async () => {
  const { images } = await openMade([
    grey([64, 48], 1, channel('a')),
    grey([64, 48], 2, channel('b')),
    grey([32, 24], 3, channel('a', 'ReducedResolution')),
  ])
  expect(images[0] && sizes(images[0])).toEqual(['64×48'])
})

test('is known by its software tag too', async () => {
  const { vendor } = await openMade([grey([64, 48], 1, textTag(tags.software, 'PerkinElmer-QPI'))])
  expect(vendor).toBe('qptiff')
})

test('refuses a file with nothing but associated images, and XML that is broken', async () => {
  await expect(openMade([rgb([16, 12], 7, 'Thumbnail')])).rejects.toMatchObject({
    code: 'malformed',
    message: 'IFD 0: belongs to a QPTIFF without a full-resolution page',
  })
  await expect(openMade([grey([64, 48], 1, description(`<${root}><ImageType>`))])).rejects.toMatchObject({
    code: 'malformed',
    structure: 'IFD 0 ImageDescription',
  })
})
