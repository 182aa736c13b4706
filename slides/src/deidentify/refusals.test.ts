import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCzi } from '../czi/test-support/make-czi.ts'
import { SlideError } from '../errors.ts'
import { iScan, xmpTag } from '../formats/test-support/made-mosaics.ts'
import { openAny as openSlide, plainPage, shortTag, textTag } from '../formats/test-support/made-slides.ts'
import { memorySource } from '../source/memory-source.ts'
import type { Source } from '../source/source.ts'
import { fieldTypes, tags } from '../tiff/tags.ts'
import { makeOldJpeg } from '../tiff/test-support/make-old-jpeg.ts'
import { entryPosition, makeTiff } from '../tiff/test-support/make-tiff.ts'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import { useTemporaryFolder } from '../write/test-support/temporary-folder.ts'
import { deidentify } from './deidentify.ts'
import { Markers, markedFile } from './test-support/marked-files.ts'

const pathOf = useTemporaryFolder()

const copy = (source: Source | Uint8Array, name: string, signal?: AbortSignal) =>
  deidentify(source instanceof Uint8Array ? memorySource(source) : source, pathOf(name), { signal })

const leftBehind = async (name: string) =>
  (await readdir(pathOf('.'))).filter((file) => file.startsWith(name))

test('refuses what is no slide, and leaves nothing behind', async () => {
  await expect(copy(Buffer.from('plain text'), 'text')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('is no TIFF'),
  })
  expect(await leftBehind('')).toEqual([])
})

test('refuses a Ventana slide, whose XML it can’t write anew', async () => {
  const pages = [
    plainPage(20, 60, 9, {
      samples: 3,
      extraTags: [textTag(tags.imageDescription, 'Label Image'), xmpTag(iScan())],
    }),
    plainPage(64, 48, 1, {
      tileWidth: 16,
      extraTags: [textTag(tags.imageDescription, 'level=0 mag=40 quality=90')],
    }),
  ]
  await expect(copy(await makeTiff({ pages }), 'ventana')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining(
      'file: is a file of the format Ventana BIF; a copy without label and names',
    ),
  })
  expect(await leftBehind('ventana')).toEqual([])
})

test('refuses a CZI whose label lies within its pixels, or that is cut off', async () => {
  const block = { x: 0, y: 0, width: 20, height: 20, data: new Uint8Array(400) }
  const attachments = [{ name: 'Label', type: 'CZI', data: new Uint8Array(40) }]
  const { bytes, view, attachments: list, blocks } = makeCzi([block], { attachments })
  const entry = list + 32 + 256
  view.setBigInt64(entry + 12, BigInt((blocks[0] ?? 0) + 300), true)
  await expect(copy(bytes, 'overlap')).rejects.toMatchObject({ code: 'unsupported' })
  const cut = makeCzi([block], { attachments }).bytes.slice(0, -64)
  await expect(copy(cut, 'cut')).rejects.toMatchObject({ code: 'unsupported' })
  expect(await leftBehind('')).toEqual([])
})

test('refuses a file that contradicts itself', async () => {
  const bytes = await makeTiff({ pages: [plainPage(20, 20, 1)] })
  const looped = Uint8Array.from(bytes)
  const last = entryPosition(bytes, tags.sampleFormat) + 12
  new DataView(looped.buffer).setUint32(last, new DataView(bytes.buffer).getUint32(4, true), true)
  await expect(copy(looped, 'looped')).rejects.toMatchObject({
    code: 'unsupported',
    message:
      'IFD 1: is IFD 0 again: the chain never ends; no copy without label and names can be made of such a file',
  })
  const absurd = { tag: tags.imageWidth, type: fieldTypes.long, values: [2_147_483_648] }
  for (const [name, page] of [
    ['absurd', plainPage(8, 8, 2, { extraTags: [absurd] })],
    [
      'short',
      plainPage(8, 8, 2, {
        rowsPerStrip: 2,
        extraTags: [{ ...absurd, tag: tags.stripOffsets, values: [8, 9] }],
      }),
    ],
  ] as const) {
    await expect(copy(await makeTiff({ pages: [plainPage(20, 20, 1), page] }), name)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(
        /^IFD 1: .*; no copy without label and names can be made of such a file$/,
      ),
    })
  }
  await expect(copy(bytes.subarray(0, 100), 'cut')).rejects.toMatchObject({ code: 'unsupported' })
  expect(await leftBehind('')).toEqual([])
})

test('copies a page whose strips the file leaves out', async () => {
  // So few and small that they stand in the directory itself.
  const page = plainPage(20, 20, 1, { rowsPerStrip: 10, extraTags: [shortTag(tags.stripOffsets, 0, 0)] })
  const { bytes } = await copy(await makeTiff({ pages: [page] }), 'empty')
  expect(bytes).toBeGreaterThan(0)
})

test('refuses old-style JPEG, parts of which may lie anywhere', async () => {
  const pixels = new Uint8Array(40 * 30).fill(77)
  const bytes = await makeOldJpeg({ kind: 'tables', samples: 1, width: 40, height: 30, pixels })
  await expect(copy(bytes, 'old-jpeg')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('old-style JPEG, parts of which may lie anywhere in the file'),
  })
  expect(await leftBehind('old-jpeg')).toEqual([])
})

/** A level, its thumbnail and a label, in this order. */
const threePages = (label: Partial<TestPage> = {}) =>
  makeTiff({
    pages: [
      plainPage(64, 48, 1, { tileWidth: 16, extraTags: [textTag(tags.imageDescription, 'Aperio\n64x48')] }),
      plainPage(32, 24, 2, { extraTags: [textTag(tags.imageDescription, 'Aperio\n64x48 -> 32x24')] }),
      plainPage(20, 20, 3, {
        ...label,
        extraTags: [textTag(tags.imageDescription, 'Aperio\nlabel 20x20'), shortTag(tags.newSubfileType, 1)],
      }),
    ],
  })

test('refuses a file whose scan reaches into its label', async () => {
  const bytes = await threePages()
  const view = new DataView(bytes.buffer)
  // One strip that goes on to the end of the file.
  const strip = entryPosition(bytes, tags.stripOffsets, 1) + 8
  const rows = bytes.length - view.getUint32(strip, true)
  view.setUint32(entryPosition(bytes, tags.stripByteCounts, 1) + 8, rows, true)
  view.setUint16(entryPosition(bytes, tags.compression, 1) + 8, 8, true)
  await expect(copy(bytes, 'reaching')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining(
      'TIFF: has pixels of the scan that overlap what must be removed, at byte ',
    ),
  })
  expect(await leftBehind('reaching')).toEqual([])
})

test('keeps what a label shares with the scan', async () => {
  const bytes = await threePages({ rowsPerStrip: 20 })
  const view = new DataView(bytes.buffer)
  for (const tag of [tags.stripOffsets, tags.stripByteCounts]) {
    const value = view.getUint32(entryPosition(bytes, tag, 1) + 8, true)
    view.setUint32(entryPosition(bytes, tag, 2) + 8, value, true)
  }
  const { dropped } = await copy(bytes, 'shared')
  expect(dropped).toEqual(['label (IFD 2)'])
  const slide = await openSlide(pathOf('shared'))
  const tile = await slide.associated[0]?.image.rawTile(0, 0, 0)
  expect([...new Set(tile?.data)]).toEqual([2])
  await slide.close()
})

test('takes no label for a thumbnail because of its place', async () => {
  const bytes = await makeTiff({
    pages: [
      plainPage(64, 48, 1, { tileWidth: 16, extraTags: [textTag(tags.imageDescription, 'Aperio\n64x48')] }),
      plainPage(32, 24, 2, { extraTags: [textTag(tags.imageDescription, 'Aperio\nno size')] }),
    ],
  })
  const { dropped } = await copy(bytes, 'second-page')
  expect(dropped).toEqual(['thumbnail (IFD 1)'])
})

test('takes no thumbnail for a level once its description is shortened', async () => {
  const text = 'Thumbnail of Jane Doe'
  const bytes = await makeTiff({
    pages: [
      plainPage(64, 48, 1),
      plainPage(32, 24, 2, { extraTags: [textTag(tags.imageDescription, text)] }),
    ],
  })
  expect(await copy(bytes, 'thumbnail')).toMatchObject({ dropped: ['parts of ImageDescription'] })
  const slide = await openSlide(pathOf('thumbnail'))
  expect([slide.images[0]?.levels.length, slide.associated[0]?.kind]).toEqual([1, 'thumbnail'])
  await slide.close()
})

test('refuses an OME-TIFF that has nothing but a label', async () => {
  const document = '<OME><Image Name="Label"><Pixels SizeX="20" SizeY="20"/></Image></OME>'
  const bytes = await makeTiff({
    pages: [plainPage(20, 20, 1, { extraTags: [textTag(tags.imageDescription, document)] })],
  })
  await expect(copy(bytes, 'only-label')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('names no image but labels and overviews'),
  })
})

test('replaces no file, and leaves it as it was', async () => {
  const bytes = await threePages()
  await writeFile(pathOf('there'), 'mine')
  await expect(copy(bytes, 'there')).rejects.toMatchObject({
    code: 'unwritable',
    message: 'there: exists already and is not replaced',
  })
  await expect(copy(bytes, join('no', 'folder'))).rejects.toMatchObject({ code: 'unwritable' })
  expect(await leftBehind('there')).toEqual(['there'])
})

test('stops when it is aborted, and leaves nothing behind', async () => {
  const bytes = await markedFile('aperio', new Markers())
  const aborted = new AbortController()
  aborted.abort(new Error('before'))
  await expect(copy(bytes, 'aborted', aborted.signal)).rejects.toThrow('before')
  for (const after of [1, 5, 20]) {
    const controller = new AbortController()
    const inner = memorySource(bytes)
    let reads = 0
    const source: Source = {
      ...inner,
      read(offset, length, signal) {
        if (++reads === after) controller.abort(new Error('while reading'))
        return inner.read(offset, length, signal)
      },
    }
    await expect(copy(source, 'aborted', controller.signal)).rejects.toThrow('while reading')
  }
  const late = new AbortController()
  const progress = () => late.abort(new Error('while writing'))
  const options = { signal: late.signal, progress }
  await expect(deidentify(memorySource(bytes), pathOf('aborted'), options)).rejects.toThrow('while writing')
  expect(await leftBehind('aborted')).toEqual([])
})

test('passes on what a source says while it is copied, and leaves nothing behind', async () => {
  const inner = memorySource(await threePages())
  const unreadable = new SlideError('unreadable', 'made', 'could not be fetched')
  const source: Source = {
    ...inner,
    read: (offset, length, signal) =>
      existsSync(pathOf('broken.partial')) ? Promise.reject(unreadable) : inner.read(offset, length, signal),
  }
  await expect(copy(source, 'broken')).rejects.toBe(unreadable)
  expect(await leftBehind('broken')).toEqual([])
})
