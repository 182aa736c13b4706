import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSlide } from '../../open.ts'
import { readRegion } from '../../render/read-region.ts'
import type { SlideImage } from '../../slide.ts'
import { makeTiff } from '../../tiff/test-support/make-tiff.ts'
import { createPyramid } from '../../write/create-pyramid.ts'
import { madeSample, makeSlides } from '../test-support/made-slides.ts'
import { runProgram, startProgram } from '../test-support/test-program.ts'

let slides: Awaited<ReturnType<typeof makeSlides>>
beforeAll(async () => {
  slides = await makeSlides()
})
afterAll(() => slides.remove())

const convert = (...words: string[]) => runProgram(['convert', ...words], slides.folder)

async function withImage(name: string, look: (image: SlideImage, properties: string) => Promise<void>) {
  const slide = await openSlide(join(slides.folder, name))
  const [image] = slide.images
  if (!image) throw new Error('no image')
  await look(image, JSON.stringify(slide.metadata.properties)).finally(slide.close)
}

async function hasMadeValues(image: SlideImage, c: number): Promise<boolean> {
  const { width, height, samples } = image
  const { data } = await readRegion(image, { level: 0, x: 0, y: 0, width, height, plane: { c } })
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let sample = 0; sample < samples; sample++, i++)
        if (data[i] !== madeSample(x, y, sample, c)) return false
  return true
}

it('keeps colours of less than 8 bits without loss, with their bits', async () => {
  const pixels = Uint8Array.from({ length: 16 * 16 * 3 }, (_, i) => (i * 7) % 32)
  const page = { width: 16, height: 16, samples: 3, bits: 5, pixels }
  await writeFile(join(slides.folder, 'bits.tif'), await makeTiff({ pages: [page] }))
  expect((await convert('bits.tif', '-o', 'bits-converted.tiff')).code).toBe(0)
  await withImage('bits-converted.tiff', async (image) => {
    expect([image.pixelType, image.bitDepth, image.levels[0]?.compression]).toEqual(['u8', 5, 'Deflate'])
    expect((await image.rawTile(0, 0, 0)).data).toEqual(pixels)
  })
})

it('keeps every pixel without loss in another tile size, says where it comes from, and what it wrote', async () => {
  const words = ['rgb.ome.tiff', '-o', 'lossless.tiff', '--compression', 'deflate', '--tile', '128']
  const { code, stdout, stderr } = await convert(...words)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(
    /^Wrote lossless\.tiff: BigTIFF, 1300 × 700 px, 3 levels, .+ [kM]B, in \d+\.\d s\.\n/,
  )
  expect(stderr).toMatch(/\nFull resolution: the same values as in the slide\.\n$/)
  await withImage('lossless.tiff', async (image, properties) => {
    expect(image).toMatchObject({ width: 1300, height: 700, samples: 3 })
    expect(image.mpp?.x).toBeCloseTo(0.5, 4)
    expect(image.levels[0]).toMatchObject({ tileWidth: 128, tileHeight: 128 })
    expect(await hasMadeValues(image, 0)).toBe(true)
    expect(properties).toContain('rgb.ome.tiff')
    expect(properties).toContain('cresyl-slides')
    expect(image.objective).toBe(20)
  })
})

it('keeps channels, their names, colours and depth', async () => {
  expect(await convert('two.ome.tiff', '-o', 'copy.ome.tif', '--quiet')).toMatchObject({
    code: 0,
    stderr: '',
  })
  await withImage('copy.ome.tif', async (image) => {
    expect(image).toMatchObject({
      pixelType: 'u16',
      bitDepth: 12,
      channels: [{ name: 'DAPI', color: 255 }, {}],
    })
    expect([await hasMadeValues(image, 0), await hasMadeValues(image, 1)]).toEqual([true, true])
  })
})

it('writes JPEG for RGB unless told otherwise', async () => {
  const { stderr } = await convert('rgb.ome.tiff', '-o', 'jpeg.tiff', '--quality', '80')
  expect(stderr).toContain('\nFull resolution: encoded again as JPEG of quality 80.\n')
  await withImage('jpeg.tiff', async (image) => {
    const tile = await image.encodedTile(0, 0, 0)
    expect(tile?.mime).toBe('image/jpeg')
  })
})

/** The compressed pixels of a JPEG, from the start of its scan. */
function scanOf(bytes: Uint8Array = new Uint8Array()): string {
  const hex = Buffer.from(bytes).toString('hex')
  return hex.slice(hex.indexOf('ffda000c'))
}

it('keeps JPEG tiles as they are unless something else is asked for', async () => {
  await convert('rgb.ome.tiff', '-o', 'tiles.tiff', '--quality', '60', '--tile', '128')
  const kept = 'Full resolution: the JPEG tiles of the slide, unchanged.'
  const again = 'Full resolution: encoded again as JPEG of quality'
  for (const [sentence, ...words] of [
    [kept],
    [kept, '--tile', '128', '--format', 'ome-tiff'],
    [`${again} 90.`, '--tile', '256'],
    [`${again} 60.`, '--quality', '60'],
    ['Full resolution: the same values as in the slide.', '--compression', 'deflate'],
  ] as const) {
    const { stderr } = await convert('tiles.tiff', '-o', 'again.tiff', '--force', ...words)
    expect(stderr, words.join(' ')).toContain(`\n${sentence}\n`)
    if (sentence !== kept) continue
    await withImage('tiles.tiff', (before) =>
      withImage('again.tiff', async (after) => {
        // Only the headers in front of it are put together anew.
        const [tile, same] = await Promise.all([before, after].map((image) => image.encodedTile(0, 3, 2)))
        expect(scanOf(same?.bytes)).toBe(scanOf(tile?.bytes))
      }),
    )
  }
})

it('never replaces the slide it reads, whatever it is called', async () => {
  const before = await readFile(join(slides.folder, 'rgb.ome.tiff'))
  await symlink('rgb.ome.tiff', join(slides.folder, 'link.tiff'))
  for (const name of ['rgb.ome.tiff', 'link.tiff'])
    expect(await convert('rgb.ome.tiff', '-o', name, '--force')).toMatchObject({
      code: 1,
      stderr: `cresyl-slides: ${name} is the slide that is read; choose another name.\n`,
    })
  expect((await readFile(join(slides.folder, 'rgb.ome.tiff'))).equals(before)).toBe(true)
})

it('replaces a file only with --force', async () => {
  await writeFile(join(slides.folder, 'kept.tiff'), 'mine')
  const refused = await convert('rgb.ome.tiff', '-o', 'kept.tiff')
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'cresyl-slides: kept.tiff is there already; add --force to replace it.\n',
  })
  expect(await readFile(join(slides.folder, 'kept.tiff'), 'utf8')).toBe('mine')
  expect(await convert('rgb.ome.tiff', '-o', 'kept.tiff', '-f')).toMatchObject({ code: 0 })
  expect((await readFile(join(slides.folder, 'kept.tiff'))).length).toBeGreaterThan(1000)
})

const refusals = [
  [['rgb.ome.tiff'], 2, 'Say with -o FILE where to write the slide.'],
  [['rgb.ome.tiff', '-o', 'a.tiff', '--image', '3'], 2, '--image is 3, but the file has image 0 only.'],
  [['rgb.ome.tiff', '-o', 'a.tiff', '--tile', '100'], 2, '--tile must be a multiple of 16, but is “100”.'],
  [
    ['two.ome.tiff', '-o', 'a.tiff', '--format', 'bigtiff'],
    2,
    'which only OME-TIFF holds; use --format ome-tiff.',
  ],
  [['two.ome.tiff', '-o', 'a.ome.tiff', '--compression', 'jpeg'], 2, 'use --compression deflate.'],
  [['rgb.ome.tiff', '-o', 'a.svs'], 2, 'a.svs should end in .tiff or .ome.tiff.'],
  [['rgb.ome.tiff', '-o', 'nowhere/a.tiff'], 1, 'a.tiff: could not be written: its folder does not exist.'],
] as const

it('refuses what cannot be done, in a sentence', async () => {
  const failures: unknown[] = []
  for (const [words, code, sentence] of refusals) {
    const ended = await convert(...words)
    if (ended.code !== code || !ended.stderr.includes(sentence)) failures.push({ words, ...ended })
  }
  expect(failures).toEqual([])
})

it('leaves nothing behind when it is interrupted, nor when it is told twice and does not wait', async () => {
  // Nothing but background is quickly written, and there is enough of it to be read for a long time.
  const large = await createPyramid(join(slides.folder, 'large.tiff'), {
    width: 40_000,
    height: 40_000,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'deflate' },
    givenLevels: 'all' as const,
  })
  await large.finish()
  const before = await readdir(slides.folder)
  const interrupt = async (...signals: NodeJS.Signals[]) => {
    const { child, ended } = startProgram(['convert', 'large.tiff', '-o', 'never.tiff'], slides.folder)
    while (child.exitCode === null && !(await readdir(slides.folder)).includes('never.tiff.partial'))
      await wait(10)
    for (const signal of signals) child.kill(signal)
    return ended
  }
  expect(await interrupt('SIGINT')).toMatchObject({
    code: 130,
    // On a slow machine its progress may come before.
    stderr: expect.stringMatching(/cresyl-slides: Stopped; nothing was left half written\.\n$/),
  })
  expect(await readdir(slides.folder)).toEqual(before)
  expect((await interrupt('SIGINT', 'SIGTERM')).code).toBeOneOf([130, 143])
  expect(await readdir(slides.folder)).toEqual(before)
})
