import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSlide } from '../../open.ts'
import { readRegion } from '../../render/read-region.ts'
import type { SlideImage } from '../../slide.ts'
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

it('keeps every pixel without loss in another tile size, says where it comes from, and what it wrote', async () => {
  const words = ['rgb.ome.tiff', '-o', 'lossless.tiff', '--compression', 'deflate', '--tile', '128']
  const { code, stdout, stderr } = await convert(...words)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(/^Wrote lossless\.tiff: 1300 × 700 px, 3 levels, .+ [kM]B, in \d+ s\.\n$/)
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
  await convert('rgb.ome.tiff', '-o', 'jpeg.tiff', '--quality', '80')
  await withImage('jpeg.tiff', async (image) => {
    const tile = await image.encodedTile(0, 0, 0)
    expect(tile?.mime).toBe('image/jpeg')
  })
})

it('replaces a file only with --force', async () => {
  await writeFile(join(slides.folder, 'kept.tiff'), 'mine')
  const refused = await convert('rgb.ome.tiff', '-o', 'kept.tiff')
  expect(refused).toMatchObject({
    ...{ code: 1, stderr: 'cresyl-slides: kept.tiff is there already; add --force to replace it.\n' },
  })
  expect(await readFile(join(slides.folder, 'kept.tiff'), 'utf8')).toBe('mine')
  expect(await convert('rgb.ome.tiff', '-o', 'kept.tiff', '-f')).toMatchObject({ code: 0 })
  expect((await readFile(join(slides.folder, 'kept.tiff'))).length).toBeGreaterThan(1000)
})

it.concurrent.each([
  [['rgb.ome.tiff'], 2, 'Say with -o FILE where to write the slide.'],
  [['rgb.ome.tiff', '-o', 'a.tiff', '--image', '3'], 2, '--image is 3, but the file has image 0 only.'],
  [['rgb.ome.tiff', '-o', 'a.tiff', '--tile', '100'], 2, '--tile must be a multiple of 16, but is “100”.'],
  [
    ['two.ome.tiff', '-o', 'a.tiff', '--format', 'bigtiff'],
    2,
    'which only OME-TIFF holds; use --format ome-tiff.',
  ],
  [['two.ome.tiff', '-o', 'a.ome.tiff', '--compression', 'jpeg'], 2, 'use --compression deflate.'],
  [['rgb.ome.tiff', '-o', 'nowhere/a.tiff'], 1, 'a.tiff: could not be written: its folder does not exist.'],
])('refuses %j', async (words, code, sentence) => {
  const ended = await convert(...words)
  expect(ended.stderr).toContain(sentence)
  expect(ended.code).toBe(code)
})

it('leaves nothing behind when it is interrupted, nor when it is told twice and does not wait', async () => {
  // Nothing but background is quickly written, and there is enough of it to be read for a long time.
  const large = await createPyramid(join(slides.folder, 'large.tiff'), {
    ...{ width: 40_000, height: 40_000, pixelType: 'u8', samples: 3, container: 'bigtiff' },
    ...{ compression: { kind: 'deflate' }, givenLevels: 'all' as const },
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
    ...{ code: 130, stderr: 'cresyl-slides: Stopped; nothing was left half written.\n' },
  })
  expect(await readdir(slides.folder)).toEqual(before)
  expect((await interrupt('SIGINT', 'SIGTERM')).code).toBeOneOf([130, 143])
  expect(await readdir(slides.folder)).toEqual(before)
})
