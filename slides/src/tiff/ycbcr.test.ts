import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compressions, fieldTypes, photometrics, tags } from './tags.ts'
import { openMade, readWhole } from './test-support/open-bytes.ts'
import type { TestPage } from './test-support/test-page.ts'
import { testPixels } from './test-support/test-pixels.ts'

const width = 37
const height = 29
const pixels = testPixels('u8', width * height * 3)
const page: TestPage = { width, height, samples: 3, photometric: photometrics.ycbcr, pixels }

/** The definition in floating point; libtiff's fixed-point tables are at most 1 away. */
function toRgb(y: number, cb: number, cr: number): number[] {
  const [red, green, blue] = [0.299, 0.587, 0.114]
  const r = y + (cr - 128) * (2 - 2 * red)
  const b = y + (cb - 128) * (2 - 2 * blue)
  const g = (y - red * r - blue * b) / green
  return [r, g, b].map((value) => Math.min(255, Math.max(0, value)))
}

const subsamplings = [1, 2, 4].flatMap((across) => [1, 2, 4].map((down) => [across, down] as const))

describe.each(subsamplings)('YCbCr whose colours are shared by %i × %i pixels', (across, down) => {
  it.each([
    ['tiles', { tileWidth: 16 }],
    ['strips', { rowsPerStrip: 8 }],
    ['one strip', {}],
    ['LZW strips', { rowsPerStrip: 8, compression: compressions.lzw }],
    ['Deflate tiles', { tileWidth: 16, compression: compressions.deflate }],
  ])('is converted in %s', async (_, stored) => {
    const read = await readWhole(await openMade({ ...page, ycbcrSubSampling: [across, down], ...stored }))
    let largest = 0
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        // A tile or strip begins with a unit of its own, and its size is a multiple of 4.
        const from = ((y - (y % down)) * width + (x - (x % across))) * 3
        const at = (y * width + x) * 3
        const [luma, cb, cr] = [at, from + 1, from + 2].map((index) => pixels[index] as number)
        const expected = toRgb(luma as number, cb as number, cr as number)
        for (const [sample, value] of expected.entries()) {
          largest = Math.max(largest, Math.abs((read.data[at + sample] as number) - value))
        }
      }
    }
    expect(largest).toBeLessThan(1.5)
  })
})

describe('what libtiff makes of it, to the digit', () => {
  // Of the samples that tiff2rgba of libtiff 4.5 writes for the same file.
  it.each([
    ['by default', [], 'd8ebf2f46dc03e02'],
    [
      'with black, white and coefficients of its own',
      [
        { tag: tags.referenceBlackWhite, type: fieldTypes.rational, values: [16, 235, 128, 240, 128, 240] },
        { tag: tags.ycbcrCoefficients, type: fieldTypes.rational, values: [0.213, 0.715, 0.072] },
      ],
      '4ff6c2fcc6838703',
    ],
  ])('%s', async (_, extraTags, digest) => {
    const { data } = await readWhole(await openMade({ ...page, ycbcrSubSampling: [1, 1], extraTags }))
    expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(digest)
  })
})

it('in planes that are apart is converted where nothing is shared', async () => {
  const extraTags = [{ tag: tags.ycbcrSubSampling, type: fieldTypes.short, values: [1, 1] }]
  const together = await readWhole(await openMade({ ...page, extraTags, tileWidth: 16 }))
  const opened = await openMade({ ...page, extraTags, planar: 2, tileWidth: 16 })
  expect((await readWhole(opened)).data).toEqual(together.data)
  const red = await readWhole(opened, 0)
  expect([...red.data]).toEqual([...together.data].filter((_, index) => index % 3 === 0))
})

it('with predictor 2 is converted where nothing is shared', async () => {
  const extraTags = [{ tag: tags.ycbcrSubSampling, type: fieldTypes.short, values: [1, 1] }]
  const plain = await readWhole(await openMade({ ...page, extraTags }))
  const made: TestPage = { ...page, extraTags, compression: compressions.lzw, predictor: 2, tileWidth: 16 }
  expect((await readWhole(await openMade(made))).data).toEqual(plain.data)
})

it('with coefficients that mean nothing is refused', async () => {
  const values = [0.3, 0, 0.3]
  const extraTags = [{ tag: tags.ycbcrCoefficients, type: fieldTypes.rational, values }]
  await expect(openMade({ ...page, extraTags })).rejects.toMatchObject({
    code: 'malformed',
    message: 'IFD 0: has the YCbCr coefficients 0.3, 0, 0.3',
  })
})
