import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plainPage } from './formats/test-support/made-slides.ts'
import { openSlide } from './open.ts'
import { memorySource } from './source/memory-source.ts'
import { readSample, samplesFolder } from './test-support/test-samples.ts'
import { fieldTypes, tags } from './tiff/tags.ts'
import { makeTiff } from './tiff/test-support/make-tiff.ts'
import { countingSource } from './tiff/test-support/open-bytes.ts'

const smallTiff = () => makeTiff({ pages: [plainPage(8, 8, 5)] })

async function temporaryFile(name: string, bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'open-slide-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

test('opens a file by its content, whatever its name, and closes it with the slide', async () => {
  const bytes = await makeTiff({ pages: [plainPage(32, 32, 5, { tileWidth: 16 })] })
  const slide = await openSlide(await temporaryFile('scan.mar', bytes))
  expect(slide.vendor).toBe('generic-tiff')
  expect((await slide.images[0]?.rawTile(0, 0, 0))?.data[0]).toBe(5)
  await slide.close()
  await expect(slide.images[0]?.rawTile(0, 1, 1)).rejects.toMatchObject({ code: 'unreadable' })
})

test('leaves a source open that it was handed', async () => {
  const source = memorySource(await smallTiff())
  const slide = await openSlide(source)
  await slide.close()
  expect((await source.read(0, 2)).length).toBe(2)
})

if (samplesFolder) {
  test('leaves the source of a CZI open too', async () => {
    const source = memorySource(await readSample('czi', '100x100.czi'))
    const slide = await openSlide(source)
    expect(slide.vendor).toBe('zeiss')
    await slide.close()
    expect((await source.read(0, 2)).length).toBe(2)
  })
}

const formats =
  'the formats read are Zeiss CZI, Aperio SVS, QPTIFF, Philips TIFF, Ventana BIF, Trestle TIFF, OME-TIFF and tiled or striped TIFF'

test.each([
  [
    Buffer.from('PK\x03\x04\x14\0\0\0\x08\0'),
    'file: begins with 50 4b 03 04 14 00 00 00 (a ZIP archive), in which no entry could be read',
  ],
  [Buffer.from('hello, world'), 'file: begins with 68 65 6c 6c 6f 2c 20 77 (plain text)'],
  [Buffer.from([1, 2, 3]), 'file: begins with 01 02 03, and nothing known was found in it'],
  [Buffer.alloc(0), 'file: is an empty file'],
])('says what an unknown file begins with and what is read: %o', async (bytes, begins) => {
  await expect(openSlide(memorySource(bytes))).rejects.toMatchObject({
    code: 'unknown_format',
    message: `${begins}; ${formats}`,
  })
})

test('refuses a path that leads nowhere', async () => {
  await expect(openSlide(join(tmpdir(), 'no-such-slide.svs'))).rejects.toMatchObject({ code: 'unreadable' })
})

test('rejects with the reason of a signal that is aborted', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(openSlide(memorySource(await smallTiff()), { signal })).rejects.toThrow('gone')
})

test('reads at most 64 kB of a file with 20 directories and many tiles', async () => {
  const text = `Aperio Image Library v1\n1x1|${'Note = long|'.repeat(100)}MPP = 0.25`
  const extraTags = [
    { tag: tags.imageDescription, type: fieldTypes.ascii, values: text },
    { tag: tags.iccProfile, type: fieldTypes.undefined, values: new Uint8Array(3144) },
  ]
  const pages = Array.from({ length: 20 }, (_, index) => {
    const side = 600 - 20 * index
    return plainPage(side, side, index, { samples: 3, tileWidth: 16, emptyBlocks: everyBlock, extraTags })
  })
  const source = countingSource(memorySource(await makeTiff({ pages })))
  const slide = await openSlide(source)
  expect(slide.vendor).toBe('aperio')
  expect(source.counted.bytes).toBeLessThanOrEqual(64 * 1024)
})

const everyBlock = Array.from({ length: 2000 }, (_, block) => block)
