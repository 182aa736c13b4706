import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hasLibtiff, run } from '../conformance/test-support/test-programs.ts'
import { philipsPages, philipsText } from '../formats/test-support/made-philips.ts'
import { openAny as openSlide, plainPage, textTag, valueIn } from '../formats/test-support/made-slides.ts'
import type { Slide, SlideImage } from '../slide.ts'
import { memorySource } from '../source/memory-source.ts'
import { tags } from '../tiff/tags.ts'
import { makeTiff } from '../tiff/test-support/make-tiff.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { deidentify } from './deidentify.ts'
import { expectSameScan } from './test-support/compare-scans.ts'
import { type MadeKind, Markers, markedFile } from './test-support/marked-files.ts'

const pathOf = useTemporaryFolder()

const containers = [
  { bigEndian: false, big: false },
  { bigEndian: true, big: false },
  { bigEndian: false, big: true },
  { bigEndian: true, big: true },
]
const kinds: readonly MadeKind[] = ['aperio', 'qptiff', 'ome', 'plain', 'imagej', 'philips', 'trestle']
const made = kinds.flatMap((kind) => containers.map((container) => ({ kind, ...container })))

test.each(made)(
  'leaves nothing that may name a patient, and the scan as it was ($kind, big $big, big endian $bigEndian)',
  async (file) => {
    const markers = new Markers()
    const bytes = await markedFile(file.kind, markers, file)
    expect(markers.foundIn(bytes)).toEqual(markers.all)
    const path = pathOf(`${file.kind}-${file.big}-${file.bigEndian}`)
    const { bytes: size, dropped } = await deidentify(memorySource(bytes), path)

    const copy = await readFile(path)
    expect(markers.foundIn(copy)).toEqual([])
    expect(copy.length).toBe(size)
    expect(dropped.length).toBeGreaterThan(0)
    expect(markers.all.filter((marker) => dropped.join().includes(marker))).toEqual([])
    const [before, after] = [await openSlide(memorySource(bytes)), await openSlide(path)]
    await expectSameScan(before, after)
    await after.close()
    if (hasLibtiff) await run('tiffinfo', path)
    expect((await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}.`))).toEqual([])
  },
)

async function copyOf(kind: MadeKind): Promise<{ slide: Slide; dropped: string[] }> {
  const path = pathOf(`copy-of-${kind}`)
  const { dropped } = await deidentify(memorySource(await markedFile(kind, new Markers())), path)
  return { slide: await openSlide(memorySource(await readFile(path))), dropped }
}

test('keeps the scale, the objective and the thumbnail of an SVS', async () => {
  const { slide, dropped } = await copyOf('aperio')
  expect(slide.associated.map(({ kind }) => kind)).toEqual(['thumbnail'])
  expect(slide.images[0]).toMatchObject({ mpp: { x: 0.499, y: 0.499 }, objective: 20 })
  expect(await slide.images[0]?.iccProfile()).not.toBeNull()
  expect(slide.metadata.properties).toEqual({
    AppMag: '20',
    MPP: '0,4990',
    Left: '25.691574',
    'ICC Profile': 'ScanScope v1',
  })
  expect(slide.metadata.scanner?.software).toBe('Aperio Image Library v11.2.1')
  expect(dropped.slice(0, 3)).toEqual(['label (IFD 3)', 'macro (IFD 4)', 'IFD 5'])
  expect(dropped).toEqual(
    expect.arrayContaining([
      'parts of ImageDescription',
      'DocumentName',
      'Software',
      'DateTime',
      'XMP',
      'tag 65001',
    ]),
  )
  expect(dropped).not.toContain('Make')
})

test('keeps channels, exposures and scale of a QPTIFF', async () => {
  const { slide, dropped } = await copyOf('qptiff')
  expect(slide.vendor).toBe('qptiff')
  expect(slide.images[0]?.channels).toEqual([
    expect.objectContaining({ name: 'DAPI', color: 255, exposure: 1.5 }),
    expect.objectContaining({ name: 'CD8 & more', color: 255, exposure: 1.5 }),
  ])
  expect(slide.images[0]).toMatchObject({ mpp: { x: 0.5, y: 0.5 }, objective: 20 })
  expect(slide.associated.map(({ kind }) => kind)).toEqual(['thumbnail'])
  expect(dropped).toEqual(['macro (IFD 5)', 'label (IFD 6)', 'parts of ImageDescription', 'DateTime'])
})

test('has the planes of an OME-TIFF where its new document says, and its objective', async () => {
  const { slide, dropped } = await copyOf('ome')
  const [image] = slide.images
  expect(slide.associated).toEqual([])
  expect(image).toMatchObject({
    name: undefined,
    objective: 20,
    bitDepth: 12,
    mpp: { x: 0.5, y: 0.5 },
    sizeZ: 2,
  })
  expect(image?.channels).toEqual([
    expect.objectContaining({ name: 'DAPI', color: 255, exposure: 250 }),
    expect.objectContaining({ name: 'Ki-67 ≥ 1', emissionWavelength: 520 }),
  ])
  expect(slide.metadata.scanner).toMatchObject({ model: 'VS200', serial: undefined })
  expect(slide.metadata.scannedAt).toBeUndefined()
  const values = []
  for (const [c, z] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    for (const level of [0, 1, 2]) values.push((await image?.rawTile(level, 0, 0, { c, z }))?.data[0])
  }
  expect(values).toEqual([1002, 1002, 1002, 1000, 1000, 1000, 1001, 1001, 1001, 1003, 1003, 1003])
  expect(dropped.slice(0, 2)).toEqual(['label (IFD 0)', 'macro (IFD 5)'])
})

test('finds the pages of several OME images again, also where the document doesn’t name them', async () => {
  const image = (name: string, size: string, channels = '') =>
    `<Image Name="${name}"><Pixels DimensionOrder="XYZCT" ${size}>${channels}</Pixels></Image>`
  const document = [
    '<OME>',
    image('first', 'SizeX="20" SizeY="20" SizeC="2" SizeZ="2"'),
    image('Slide label', 'SizeX="30" SizeY="30"'),
    image('second', 'SizeX="40" SizeY="40" SizeC="3"', '<Channel SamplesPerPixel="3"/>'),
    image('third', 'SizeX="10" SizeY="10" SizeT="2"'),
    '</OME>',
  ].join('')
  const pages = [
    plainPage(20, 20, 0, { extraTags: [textTag(tags.imageDescription, document)] }),
    ...[1, 2, 3].map((value) => plainPage(20, 20, value)),
    plainPage(30, 30, 4),
    plainPage(40, 40, 5, { samples: 3, planar: 2 }),
    ...[6, 7].map((value) => plainPage(10, 10, value)),
  ]
  const path = pathOf('several')
  const { dropped } = await deidentify(memorySource(await makeTiff({ pages })), path)
  expect(dropped).toEqual(['label (IFD 4)', 'parts of ImageDescription'])
  const slide = await openSlide(path)
  const [second, first, third] = slide.images
  expect(slide.images.map(({ width }) => width)).toEqual([40, 20, 10])
  const values = []
  for (const [c, z] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const)
    values.push(await valueIn(first as SlideImage, 0, { c, z }))
  for (const t of [0, 1]) values.push(await valueIn(third as SlideImage, 0, { t }))
  expect([...values, await valueIn(second as SlideImage)]).toEqual([0, 1, 2, 3, 6, 7, 5])
  await slide.close()
})

test('keeps the levels, holes and scale of a Philips TIFF, and neither its label nor its overview', async () => {
  const { slide, dropped } = await copyOf('philips')
  expect(slide.vendor).toBe('philips')
  expect(slide.associated).toEqual([])
  expect(slide.images[0]?.mpp).toEqual({ x: 0.25, y: 0.5 })
  expect(slide.images[0]?.levels.map(({ width }) => width)).toEqual([80, 40, 20])
  expect((await slide.images[0]?.rawTile(0, 1, 0))?.data[0]).toBe(255)
  expect(slide.metadata.scanner).toMatchObject({
    manufacturer: 'PHILIPS',
    software: '4.0.3',
    serial: undefined,
  })
  expect(dropped).toEqual(['macro (IFD 3)', 'parts of ImageDescription', 'ImageDescription'])
})

test('names the label that is a picture in the XML', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const label = picture.toString('base64')
  const bytes = await makeTiff({ pages: philipsPages(philipsText({ label })) })
  const { dropped } = await deidentify(memorySource(bytes), pathOf('label-in-text'))
  expect(dropped).toEqual(['label (ImageDescription)', 'parts of ImageDescription'])
  expect((await readFile(pathOf('label-in-text'))).includes(label.slice(0, 60))).toBe(false)
})

test('keeps of a plain TIFF the largest image, its levels and its scale', async () => {
  const { slide, dropped } = await copyOf('plain')
  expect(slide.images.length).toBe(1)
  expect(slide.images[0]?.mpp).toEqual({ x: 0.25, y: 0.25 })
  expect(slide.images[0]?.levels.map(({ width }) => width)).toEqual([70, 35])
  expect(dropped.slice(0, 3)).toEqual(['label (IFD 0)', 'IFD 1 SubIFD 1', 'IFD 2'])
})

test('makes the same copy of a copy', async () => {
  for (const kind of kinds) {
    const [first, second] = [pathOf(`first-${kind}`), pathOf(`second-${kind}`)]
    await deidentify(memorySource(await markedFile(kind, new Markers())), first)
    const { dropped } = await deidentify(memorySource(await readFile(first)), second)
    expect(dropped).toEqual([])
    expect(Buffer.compare(await readFile(second), await readFile(first))).toBe(0)
  }
})

test('says how far it is', async () => {
  const bytes = await markedFile('plain', new Markers())
  const told: [number, number][] = []
  const progress = (done: number, total: number) => told.push([done, total])
  const { bytes: size } = await deidentify(memorySource(bytes), pathOf('told'), { progress })
  expect(told.at(-1)).toEqual([size, size])
})
