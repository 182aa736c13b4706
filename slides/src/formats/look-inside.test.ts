import { expect, test } from 'vitest'
import { memorySource } from '../source/memory-source.ts'
import type { Source } from '../source/source.ts'
import { makeTiff } from '../tiff/test-support/make-tiff.ts'
import type { TestTiff } from '../tiff/test-support/test-page.ts'
import { lookInside } from './look-inside.ts'
import { makeTar, makeZip } from './test-support/made-archives.ts'
import { openBytes, plainPage } from './test-support/made-slides.ts'

/** A slide of 2048 × 2048 pixels, of which the file stores only the first tile. */
const bigTiff = (value: number, file: Omit<TestTiff, 'pages'> = {}): Promise<Uint8Array> =>
  makeTiff({
    ...file,
    pages: [
      {
        width: 2048,
        height: 2048,
        tileWidth: 512,
        samples: 3,
        pixels: { length: 2048 * 2048 * 3, ...Object.fromEntries([[0, value]]) },
        emptyBlocks: Array.from({ length: 15 }, (_, index) => index + 1),
      },
    ],
  })

const smallTiff = () => makeTiff({ pages: [plainPage(300, 200, 7, { samples: 3 })] })

const joined = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))

const unknown = joined('MARFILE\x01\x02', new Uint8Array(900).fill(3))

const messageOf = (bytes: Uint8Array): Promise<string> =>
  openBytes(bytes).then(
    () => 'opened',
    (error: Error) => error.message.split('; the formats read are ')[0] ?? '',
  )

test.each([
  { bigEndian: false, big: false },
  { bigEndian: true, big: true },
])('opens a slide that begins somewhere in a file of no known format (%o)', async (file) => {
  const slide = await openBytes(joined(unknown, await bigTiff(77, file)))
  expect([slide.vendor, slide.images[0]?.width]).toEqual(['generic-tiff', 2048])
  expect((await slide.images[0]?.rawTile(0, 0, 0))?.data[0]).toBe(77)
  expect(slide.metadata.properties).toEqual({ 'Found within the file': `a TIFF at byte ${unknown.length}` })
})

test('opens a slide behind a header of text', async () => {
  const slide = await openBytes(joined('<?xml version="1.0"?><scan/>'.padEnd(1000), await bigTiff(5)))
  expect(slide.images[0]?.width).toBe(2048)
})

test('opens the largest slide of an archive whose entries are not compressed', async () => {
  const files = [
    { name: 'readme.txt', bytes: Buffer.from('hello') },
    { name: 'a/small.tif', bytes: await smallTiff() },
    { name: 'a/scan.tif', bytes: await bigTiff(42) },
  ]
  for (const bytes of [makeZip(files), makeTar(files)]) {
    const slide = await openBytes(bytes)
    expect((await slide.images[0]?.rawTile(0, 0, 0))?.data[0]).toBe(42)
    expect(slide.metadata.properties).toEqual({ 'Found within the file': '"a/scan.tif"' })
  }
})

test('takes no small picture and no label for the slide, and names what an archive holds', async () => {
  const files = [
    { name: 'label.tif', bytes: await bigTiff(1) },
    { name: 'a.tif', bytes: await smallTiff() },
    { name: 'scan.tif', bytes: await bigTiff(2), compressed: true },
    ...Array.from({ length: 10 }, (_, index) => ({ name: `${index}.xml`, bytes: Buffer.from('<a/>') })),
  ]
  expect(await messageOf(makeZip(files))).toBe(
    'file: begins with 50 4b 03 04 14 00 00 00 (a ZIP archive) with 13 entries: "label.tif", "a.tif", "scan.tif", "0.xml", "1.xml", "2.xml", "3.xml", "4.xml", "5.xml", "6.xml" and others; unpack it to upload the slides in it',
  )
  expect(await messageOf(makeTar(files.slice(0, 2)))).toContain(
    '(a tar archive) with 2 entries: "label.tif", "a.tif"; unpack',
  )
})

test('says where TIFF files seem to begin that are no slides, and where nothing is known', async () => {
  const begins = 'file: begins with 4d 41 52 46 49 4c 45 01'
  expect(await messageOf(joined(unknown, await smallTiff()))).toBe(
    `${begins}, in which TIFF files seem to begin at byte ${unknown.length}; none of them could be opened as a slide`,
  )
  expect(await messageOf(unknown)).toBe(`${begins}, and nothing known was found in it`)
})

test('finds a header that lies across two pieces of what is read', async () => {
  const before = new Uint8Array(1024 * 1024 - 2).fill(3)
  const slide = await openBytes(joined(before, await bigTiff(9)))
  expect((await slide.images[0]?.rawTile(0, 0, 0))?.data[0]).toBe(9)
})

test('survives archives that are cut off or lie about their lengths', async () => {
  const zip = makeZip([{ name: 'a.tif', bytes: await smallTiff() }])
  const tar = makeTar([{ name: 'a.tif', bytes: await smallTiff() }])
  for (const whole of [zip, tar]) {
    for (let at = 513; at < whole.length; at += Math.ceil(whole.length / 40)) {
      expect(await messageOf(whole.subarray(0, at))).toMatch(/^file: begins with/)
      const spoilt = Uint8Array.from(whole)
      spoilt.fill(0xff, whole.length - at, whole.length - at + 12)
      expect(await messageOf(spoilt)).toMatch(/^file: begins with/)
    }
  }
})

async function lookFor(source: Source, signal: AbortSignal): Promise<void> {
  const inside = await lookInside(source, await source.read(0, 512), signal)
  for await (const part of inside.parts(signal)) expect(part).toBeDefined()
}

test('stops looking when it is aborted', async () => {
  const controller = new AbortController()
  const inner = memorySource(new Uint8Array(3_000_000).fill(3))
  const source = {
    ...inner,
    read(offset: number, length: number, signal?: AbortSignal) {
      if (offset > 1_000_000) controller.abort(new Error('enough'))
      return inner.read(offset, length, signal)
    },
  }
  await expect(lookFor(source, controller.signal)).rejects.toThrow('enough')
})
