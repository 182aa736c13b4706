import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePath, samplesFolder } from '../../test-support/test-samples.ts'
import { madeSample, makeSlides } from '../test-support/made-slides.ts'
import { runProgram, startProgram } from '../test-support/test-program.ts'

let slides: Awaited<ReturnType<typeof makeSlides>>
beforeAll(async () => {
  slides = await makeSlides()
})
afterAll(() => slides.remove())

const run = (...words: string[]) => runProgram(words, slides.folder)
const decode = async (name: string) =>
  sharp(await readFile(join(slides.folder, name)))
    .raw()
    .toBuffer({ resolveWithObject: true })

it('cuts a region out of full resolution exactly and says its size', async () => {
  const place = ['--x', '300', '--y', '200', '--width', '70', '--height', '50']
  const { code, stderr } = await run('region', 'rgb.ome.tiff', ...place, '-o', 'region.png')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '70 × 50 px, 0.5 µm/px\n' })
  const { data, info } = await decode('region.png')
  expect(info).toMatchObject({ format: 'raw', width: 70, height: 50, channels: 3 })
  const at = (7 * 70 + 9) * 3
  expect([...data.subarray(at, at + 3)]).toEqual([0, 1, 2].map((sample) => madeSample(309, 207, sample, 0)))
})

it('makes the same rectangle at the resolution of a level, at µm per pixel and at a factor', async () => {
  const place = ['--x', '256', '--y', '128', '--width', '512', '--height', '256']
  const ended = await Promise.all([
    run('region', 'rgb.ome.tiff', ...place, '--level', '1', '-o', 'level.png'),
    run('region', 'rgb.ome.tiff', ...place, '--mpp', '1', '-o', 'mpp.png'),
    run('region', 'rgb.ome.tiff', ...place, '--downsample', '2', '-o', 'factor.png'),
  ])
  expect(ended.map(({ stderr }) => stderr)).toEqual(Array(3).fill('256 × 128 px, 1 µm/px\n'))
  const [level, mpp, factor] = await Promise.all(['level.png', 'mpp.png', 'factor.png'].map(decode))
  expect(mpp?.data.equals(factor?.data ?? Buffer.of())).toBe(true)
  expect(level?.data.equals(factor?.data ?? Buffer.of())).toBe(true)
})

it('makes a thumbnail of the size asked for', async () => {
  const { code, stderr } = await run('thumbnail', 'rgb.ome.tiff', '--size', '130', '-o', 'small.webp')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '130 × 70 px, 5 µm/px\n' })
  expect(await sharp(join(slides.folder, 'small.webp')).metadata()).toMatchObject({
    format: 'webp',
    width: 130,
    height: 70,
  })
})

it('shows only the channels asked for, by number or name, in the window asked for', async () => {
  const place = ['--x', '0', '--y', '0', '--width', '256', '--height', '256', '--window', '0,255']
  const channels = [...place, '--quiet', '--channels']
  await Promise.all([
    run('region', 'two.ome.tiff', ...channels, 'fitc', '-o', 'green.png'),
    run('region', 'two.ome.tiff', ...channels, '0,1', '-o', 'both.png'),
  ])
  const at = (20 * 256 + 100) * 3
  const [green, both] = await Promise.all(['green.png', 'both.png'].map(decode))
  expect([...(green?.data.subarray(at, at + 3) ?? [])]).toEqual([0, 20, 0])
  expect([...(both?.data.subarray(at, at + 3) ?? [])]).toEqual([0, 20, 100])
})

it('gives the values of a tile as they are, to standard output or a file', async () => {
  const { bytes, stderr } = await run('tile', 'two.ome.tiff', '0', '1', '0', '-c', '1', '--raw')
  expect(stderr).toBe('256 × 256 px, 1 × u16, little-endian\n')
  expect(bytes.length).toBe(256 * 256 * 2)
  expect(bytes.readUInt16LE((33 * 256 + 5) * 2)).toBe(madeSample(261, 33, 0, 1))
  await run('tile', 'rgb.ome.tiff', '1', '0', '1', '-o', 'tile.png')
  expect((await decode('tile.png')).info).toMatchObject({ width: 256, height: 94 })
})

const refusals = [
  [['region', 'rgb.ome.tiff', '-o', 'a.gif'], 2, 'a.gif should end in .jpg, .png or .webp'],
  [
    ['region', 'rgb.ome.tiff', '-o', 'a.png', '--level', '1', '--mpp', '2'],
    2,
    'Give only one of --level, --mpp',
  ],
  [
    ['region', 'rgb.ome.tiff', '-o', 'a.png', '--level', '9'],
    2,
    '--level is 9, but the image has levels 0 to 2.',
  ],
  [
    ['region', 'rgb.ome.tiff', '-o', 'a.png', '--x', '1300'],
    2,
    'none of it is in the rectangle from 1300, 0.',
  ],
  [
    ['region', 'rgb.ome.tiff', '-o', 'a.png', '--y', '-90', '--width', '10', '--height', '90'],
    2,
    'The image is 1300 × 700 px: none of it is in the rectangle from 0, -90.',
  ],
  [['region', 'ftp://host/a.svs', '-o', 'a.png'], 2, 'ftp: addresses are not read, only http: and https:.'],
  [['tile', 'rgb.ome.tiff', '0', '-1', '0', '-o', 'a.jpg'], 2, "Arguments can't be negative"],
  [['region', 'rgb.ome.tiff', '-o', 'a.png', '--window', '9,2'], 2, '--window must be two numbers'],
  [['thumbnail', 'rgb.ome.tiff', '-o', 'a.png', '--associated', 'label'], 2, 'The file has no label'],
  [
    ['tile', 'two.ome.tiff', '0', '0', '0', '-c', 'Cy5', '-o', 'a.png'],
    2,
    '“Cy5”; the image has 0 (DAPI), 1 (FITC).',
  ],
  [['tile', 'rgb.ome.tiff', '0', '99', '0', '-o', 'a.jpg'], 1, 'rgb.ome.tiff: '],
  [['tile', 'rgb.ome.tiff', 'x', '0', '0', '-o', 'a.jpg'], 2, 'LEVEL must be a whole number of at least 0'],
] as const

it('refuses what cannot be done, in a sentence', async () => {
  const failures: unknown[] = []
  for (const [words, code, sentence] of refusals) {
    const ended = await run(...words)
    if (ended.code !== code || !ended.stderr.includes(sentence)) failures.push({ words, ...ended })
  }
  expect(failures).toEqual([])
})

if (samplesFolder) {
  const slide = samplePath('svs', 'CMU-1-Small-Region.svs')

  it('hands on a JPEG tile without decoding it, through a pipe', async () => {
    const { bytes } = await startProgram(['tile', slide, '0', '4', '5'], slides.folder).ended
    const decoded = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(decoded.info).toMatchObject({ width: 240, height: 240 })
    // libjpeg writes APP0 first; a tile as stored has what Aperio wrote.
    expect(bytes.subarray(0, 4).toString('hex')).toBe('ffd8ffee')
  })

  it('takes out the label', async () => {
    await run('region', slide, '--associated', 'label', '-o', 'label.png')
    const label = await decode('label.png')
    const reference = await sharp(samplePath('reference', 'CMU-1-Small-Region.svs.label.png'))
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(label.data.equals(reference)).toBe(true)
  })
}
