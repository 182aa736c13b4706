import { describe, expect, it } from 'vitest'
import { decodeJpeg } from '../codecs/jpeg.ts'
import { largestDifference } from '../codecs/test-support/largest-difference.ts'
import { gradient } from '../codecs/test-support/seeded-bytes.ts'
import { fieldTypes, tags } from './tags.ts'
import { encodeOldJpeg, makeOldJpeg, type OldJpegOptions } from './test-support/make-old-jpeg.ts'
import { openFirst, readWhole } from './test-support/open-bytes.ts'

const width = 90
const height = 70

const page = (kind: OldJpegOptions['kind'], samples: 1 | 3, more: Partial<OldJpegOptions> = {}) =>
  makeOldJpeg({ kind, samples, width, height, pixels: gradient(width, height, samples), ...more })

/** What the decoder makes of rows of the picture, coded by themselves. */
async function rowsOf(samples: 1 | 3, top: number, rows: number): Promise<Uint8Array | Uint16Array> {
  const values = gradient(width, height, samples).subarray(
    top * width * samples,
    (top + rows) * width * samples,
  )
  const jpeg = await encodeOldJpeg({ width, height: rows, samples, values: () => [...values] })
  return (await decodeJpeg(jpeg, { width, height: rows, samples })).data
}

const short = (tag: number, ...values: number[]) => ({ tag, type: fieldTypes.short, values })

describe.each([1, 3] as const)('old-style JPEG of %i samples', (samples) => {
  it.each(['one-jpeg', 'header', 'tables', 'jpegs'] as const)('in one piece (%s) is read', async (kind) => {
    const opened = await openFirst(await page(kind, samples))
    expect(opened).toMatchObject({
      width,
      height,
      samples,
      color: samples === 3,
      compression: 'old-style JPEG',
    })
    const { data } = await readWhole(opened)
    // Conversion to RGB rounds in its own way.
    expect(largestDifference(data, await rowsOf(samples, 0, height))).toBeLessThanOrEqual(2)
    expect(await opened.encodedTile(0, 0)).toBeNull()
  })

  it.each(['tables', 'jpegs'] as const)('in strips (%s) is read', async (kind) => {
    const { data } = await readWhole(await openFirst(await page(kind, samples, { rowsPerStrip: 32 })))
    for (const [top, rows] of [
      [0, 32],
      [32, 32],
      [64, 6],
    ] as const) {
      const strip = data.subarray(top * width * samples, (top + rows) * width * samples)
      expect(largestDifference(strip, await rowsOf(samples, top, rows))).toBeLessThanOrEqual(2)
    }
  })

  it('in tiles is read', async () => {
    const { data } = await readWhole(await openFirst(await page('tables', samples, { tileWidth: 32 })))
    expect(largestDifference(data, gradient(width, height, samples))).toBeLessThan(40)
  })
})

it('says itself what black and white are', async () => {
  const range = {
    tag: tags.referenceBlackWhite,
    type: fieldTypes.long,
    values: [16, 235, 128, 240, 128, 240],
  }
  const full = await readWhole(await openFirst(await page('tables', 3)))
  const video = await readWhole(await openFirst(await page('tables', 3, { extraTags: [range] })))
  const pixel = 3 * (5 * width + 5)
  const [green, stretched] = [full.data[pixel + 1] as number, video.data[pixel + 1] as number]
  expect(Math.abs(stretched - ((green - 16) * 255) / 219)).toBeLessThan(12)
  expect(stretched).not.toBe(green)
})

it('does without a true length of its JPEG', async () => {
  const right = await readWhole(await openFirst(await page('one-jpeg', 3)))
  const omitTags = [tags.jpegInterchangeFormatLength]
  expect(await readWhole(await openFirst(await page('one-jpeg', 3, { omitTags })))).toEqual(right)
  for (const length of [0, 1_000_000]) {
    const extraTags = [{ tag: tags.jpegInterchangeFormatLength, type: fieldTypes.long, values: [length] }]
    expect(await readWhole(await openFirst(await page('one-jpeg', 3, { extraTags })))).toEqual(right)
  }
})

describe('is refused when it is opened', () => {
  const use = 'which is not read; convert it with "tiff2rgba -c zip IN OUT"'
  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['that is lossless', () => page('tables', 3, { extraTags: [short(tags.jpegProc, 14)] }), 'JPEGProc 14'],
    ['without tables', () => page('tables', 3, { omitTags: [tags.jpegAcTables] }), 'lacks JPEGAcTables'],
    [
      'without tables or headers',
      () => page('tables', 3, { omitTags: [tags.jpegQTables] }),
      'has neither tables nor a header',
    ],
    ['in tiles of one JPEG', () => page('one-jpeg', 3, { tileWidth: 32 }), 'has one JPEG for several tiles'],
    [
      'whose JPEG has another width',
      () => page('one-jpeg', 3, { extraTags: [short(tags.imageWidth, 80)] }),
      'has a frame of 90 pixels and 3 samples a row',
    ],
  ])('%s', async (_, make, what) => {
    await expect(openFirst(await make())).rejects.toMatchObject({
      code: 'unsupported',
      reason: expect.stringMatching(`^uses old-style JPEG \\(compression 6\\) that .*${what}.*, ${use}$`),
    })
  })

  it('with tables beyond the end of the file', async () => {
    const far = { tag: tags.jpegQTables, type: fieldTypes.long, values: [10_000_000] }
    await expect(openFirst(await page('tables', 3, { extraTags: [far] }))).rejects.toMatchObject({
      code: 'truncated',
      reason: expect.stringContaining(
        'JPEGQTables has 64 bytes at 10000000, which go beyond the end of the file',
      ),
    })
  })
})
