import { describe, expect, it } from 'vitest'
import { compressions, fieldTypes, tags } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import { openFirst, openMade, readWhole } from './test-support/open-bytes.ts'
import type { TestField, TestPage } from './test-support/test-page.ts'
import { testPixels } from './test-support/test-pixels.ts'

const tiled: TestPage = { width: 40, height: 24, pixels: testPixels('u8', 40 * 24), tileWidth: 16 }
const { tileWidth: _, ...striped } = { ...tiled, rowsPerStrip: 10 }
const short = (tag: number, ...values: number[]): TestField => ({ tag, type: fieldTypes.short, values })
const long = (tag: number, ...values: number[]): TestField => ({ tag, type: fieldTypes.long, values })

describe('what some writers do differently is read', () => {
  const reads = async (page: TestPage) =>
    expect((await readWhole(await openMade(page))).data).toEqual(tiled.pixels)

  it('offsets and lengths of tiles in the tags of strips', async () => {
    const bytes = await makeTiff({ pages: [tiled] })
    const page = await openFirst(bytes)
    const { directory } = page
    const offsets = (await directory.numbers(tags.tileOffsets)) ?? []
    const lengths = (await directory.numbers(tags.tileByteCounts)) ?? []
    const extraTags = [long(tags.stripOffsets, ...offsets), long(tags.stripByteCounts, ...lengths)]
    const moved = await openMade({ ...tiled, extraTags, omitTags: [tags.tileOffsets, tags.tileByteCounts] })
    expect(moved.tiled).toBe(true)
    expect((await readWhole(moved)).data).toEqual(tiled.pixels)
  })

  it.each([
    ['no rows per strip', { omitTags: [tags.rowsPerStrip] }],
    ['0 rows per strip', { extraTags: [long(tags.rowsPerStrip, 0)] }],
    ['2^32 − 1 rows per strip', { extraTags: [long(tags.rowsPerStrip, 2 ** 32 - 1)] }],
    ['no lengths of uncompressed strips', { omitTags: [tags.stripByteCounts] }],
    ['no planar configuration', { omitTags: [tags.planarConfiguration] }],
    ['no sample format', { omitTags: [tags.sampleFormat] }],
    ['no photometric interpretation', { omitTags: [tags.photometric] }],
    ['no compression', { omitTags: [tags.compression] }],
    ['no samples per pixel', { omitTags: [tags.samplesPerPixel] }],
    ['sample format 4 (undefined)', { extraTags: [short(tags.sampleFormat, 4)] }],
    ['orientation 0', { extraTags: [short(tags.orientation, 0)] }],
    ['a predictor that means nothing without compression', { predictor: 2 as const }],
  ])('%s', async (_name, change) => {
    const { predictor, ...others } = { predictor: undefined, ...change }
    const extraTags = predictor ? [short(tags.predictor, predictor)] : []
    await reads({ ...striped, rowsPerStrip: 24, extraTags, ...others })
  })

  it('no lengths of several uncompressed strips', () =>
    reads({ ...striped, omitTags: [tags.stripByteCounts] }))

  it('one value of bits for all samples', async () => {
    const pixels = testPixels('u8', 40 * 24 * 3)
    const extraTags = [short(tags.bitsPerSample, 8)]
    const page = await openMade({ ...tiled, samples: 3, pixels, extraTags })
    expect((await readWhole(page)).data).toEqual(pixels)
  })
})

describe('a page is refused', () => {
  const refusal = (change: Partial<TestPage>, page: TestPage = tiled) =>
    openMade({ ...page, ...change }).then(
      () => 'opened',
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    )

  it.each<[string, Partial<TestPage>, string]>([
    [
      'of width 0',
      { extraTags: [long(tags.imageWidth, 0)] },
      'malformed IFD 0: has an image of 0 × 24 pixels',
    ],
    [
      'without a height',
      { omitTags: [tags.imageLength] },
      'malformed IFD 0: holds no image: ImageLength is missing',
    ],
    [
      'of more pixels than is allowed',
      { extraTags: [long(tags.imageWidth, 4_000_001)] },
      'too_large IFD 0: has an image of 4000001 × 24 pixels; 4000000 a side are allowed',
    ],
    [
      'with old-style JPEG',
      { extraTags: [short(tags.compression, 6)] },
      'unsupported IFD 0: uses old-style JPEG (compression 6) that has neither tables nor a header, which is not read; convert it with "tiff2rgba -c zip IN OUT"',
    ],
    [
      'with LERC in something unknown',
      {
        extraTags: [short(tags.compression, compressions.lerc), long(tags.lercParameters, 4, 3)],
      },
      'unsupported IFD 0: has LERC with the additional compression 3; only 0, 1 and 2 exist',
    ],
    [
      'with LERC of 12 bits',
      { bits: 12, extraTags: [short(tags.compression, compressions.lerc)] },
      'unsupported IFD 0: has 1 unsigned sample of 12 bits a pixel in LERC; only integer samples of 8, 16 or 32 bits and floating-point samples of 32 or 64 bits can be read: save it in another compression',
    ],
    [
      'with LERC of halves',
      { bits: 16, format: 'float', extraTags: [short(tags.compression, compressions.lerc)] },
      'unsupported IFD 0: has 1 floating-point sample of 16 bits a pixel in LERC; only integer samples of 8, 16 or 32 bits and',
    ],
    [
      'with JBIG',
      { extraTags: [short(tags.compression, compressions.jbig)] },
      'unsupported IFD 0: uses JBIG (compression 34661), which is not read; convert it with "tiff2rgba -c zip IN OUT"',
    ],
    [
      'with LogLuv',
      { extraTags: [short(tags.compression, compressions.sgiLog)] },
      'unsupported IFD 0: uses SGI LogLuv (compression 34676), which is not read; convert it with "tiff2rgba -c zip IN OUT"',
    ],
    [
      'with LogLuv of 24 bits',
      { extraTags: [short(tags.compression, compressions.sgiLog24)] },
      'unsupported IFD 0: uses SGI LogLuv of 24 bits (compression 34677), which is not read; convert it with "tiff2rgba -c zip IN OUT"',
    ],
    [
      'with an unknown compression',
      { extraTags: [short(tags.compression, 12_345)] },
      'unsupported IFD 0: uses compression 12345, which is not read',
    ],
    [
      'with samples of 20 bits',
      { extraTags: [short(tags.bitsPerSample, 20)] },
      'unsupported IFD 0: has unsigned samples of 20 bits, which are not read',
    ],
    [
      'with floating-point samples of 24 bits',
      { extraTags: [short(tags.bitsPerSample, 24), short(tags.sampleFormat, 3)] },
      'unsupported IFD 0: has floating-point samples of 24 bits, which are not read',
    ],
    [
      'with signed samples of 12 bits',
      { extraTags: [short(tags.bitsPerSample, 12), short(tags.sampleFormat, 2)] },
      'unsupported IFD 0: has signed samples of 12 bits, which are not read',
    ],
    [
      'with complex samples',
      { extraTags: [short(tags.sampleFormat, 6)] },
      'unsupported IFD 0: has complex numbers of 8 bits, which are not read; save their real part or magnitude',
    ],
    [
      'with samples of different bits',
      { samples: 3, pixels: new Uint8Array(2880), extraTags: [short(tags.bitsPerSample, 8, 8, 16)] },
      'unsupported IFD 0: has samples of different kinds (BitsPerSample 8, 8, 16), which are not read',
    ],
    [
      'without samples',
      { extraTags: [short(tags.samplesPerPixel, 0)] },
      'malformed IFD 0: has 0 samples a pixel',
    ],
    [
      'with too many samples',
      { extraTags: [short(tags.samplesPerPixel, 257)] },
      'too_large IFD 0: has 257 samples a pixel, more than the 256 allowed',
    ],
    ['that is RGB with one sample', { photometric: 2 }, 'malformed IFD 0: is RGB, but has 1 samples a pixel'],
    [
      'that is CMYK with one sample',
      { photometric: 5 },
      'malformed IFD 0: is CMYK (5), but has 1 samples a pixel',
    ],
    [
      'that is CIE L*a*b* with one sample',
      { photometric: 8 },
      'malformed IFD 0: is CIE L*a*b* (8), but has 1 samples a pixel',
    ],
    [
      'with a photometric interpretation that does not exist',
      { photometric: 77 },
      'unsupported IFD 0: has the photometric interpretation 77, which is not read',
    ],
    [
      'with a palette that is too short',
      { photometric: 3, extraTags: [short(tags.colorMap, 1, 2, 3)] },
      'malformed IFD 0: has a palette of 3 values; 768 are needed for 8 bits',
    ],
    [
      'with planar configuration 3',
      { extraTags: [short(tags.planarConfiguration, 3)] },
      'malformed IFD 0: has the planar configuration 3; only 1 and 2 exist',
    ],
    ['with orientation 9', { orientation: 9 }, 'malformed IFD 0: has the orientation 9; only 1 to 8 exist'],
    [
      'with fill order 3',
      { extraTags: [short(tags.fillOrder, 3)] },
      'malformed IFD 0: has the fill order 3; only 1 to 2 exist',
    ],
    [
      'with predictor 3 of integers',
      { compression: compressions.lzw, extraTags: [short(tags.predictor, 3)] },
      'malformed IFD 0: has predictor 3 with samples of 8 bits',
    ],
    [
      'with predictor 4',
      { compression: compressions.lzw, extraTags: [short(tags.predictor, 34_892)] },
      'unsupported IFD 0: has predictor 34892, which is not read; 1, 2 and 3 are',
    ],
    [
      'with tiles of width 0',
      { extraTags: [short(tags.tileWidth, 0)] },
      'malformed IFD 0: has tiles of 0 × 16 pixels',
    ],
    [
      'with tiles without a height',
      { omitTags: [tags.tileLength] },
      'malformed IFD 0: has tiles of 16 × 0 pixels',
    ],
    [
      'with tiles that are too wide',
      { extraTags: [short(tags.tileWidth, 8193)] },
      'too_large IFD 0: has tiles of 8193 × 16 pixels; 8192 a side are allowed',
    ],
    [
      'with tiles of too many bytes',
      { bits: 16, extraTags: [short(tags.tileWidth, 8192), short(tags.tileLength, 8192)] },
      'too_large IFD 0: has blocks of 8192 × 8192 pixels and 134217728 bytes; 67108864 are allowed',
    ],
    [
      'without offsets',
      { omitTags: [tags.tileOffsets] },
      'malformed IFD 0: does not say where its pixels are',
    ],
    [
      'with offsets of hardly any tile',
      { extraTags: [long(tags.tileOffsets, 8)] },
      'malformed IFD 0: is stored in 6 tiles, but says of only 1 where they lie',
    ],
    [
      'with lengths of hardly any tile, where those are needed',
      { compression: compressions.lzw, extraTags: [long(tags.tileByteCounts, 8)] },
      'malformed IFD 0: is stored in 6 tiles, but says of only 1 how long they are',
    ],
    [
      'with compressed tiles of unknown length',
      { compression: compressions.lzw, omitTags: [tags.tileByteCounts] },
      'malformed IFD 0: does not say how long its blocks are',
    ],
    [
      'with JPEG of five samples',
      {
        samples: 5,
        photometric: 1,
        pixels: new Uint8Array(4800),
        encode: async () => new Uint8Array(9),
        compression: compressions.jpeg,
      },
      'unsupported IFD 0: has 5 unsigned samples of 8 bits a pixel in JPEG; only 1, 2, 3 or 4 unsigned samples of 8 bits can be read: save it in another compression',
    ],
    [
      'with JPEG of 16 bits',
      { bits: 16, encode: async () => new Uint8Array(9), compression: compressions.jpeg },
      'unsupported IFD 0: has 1 unsigned sample of 16 bits a pixel in JPEG that loses something; only 1, 2, 3 or 4 unsigned samples of 8 bits can be read',
    ],
    [
      'with YCbCr of four samples',
      { samples: 4, photometric: 6, pixels: new Uint8Array(3840) },
      'unsupported IFD 0: is YCbCr with 4 samples a pixel; only 3 are read',
    ],
    [
      'with a YCbCr subsampling of 3',
      {
        samples: 3,
        photometric: 6,
        pixels: new Uint8Array(2880),
        extraTags: [short(tags.ycbcrSubSampling, 3, 1)],
      },
      'malformed IFD 0: has the YCbCr subsampling 3 × 1; only 1, 2 and 4 exist',
    ],
    [
      'with subsampled YCbCr in planes',
      {
        samples: 3,
        photometric: 6,
        planar: 2,
        pixels: new Uint8Array(2880),
        extraTags: [short(tags.ycbcrSubSampling, 2, 1)],
      },
      'unsupported IFD 0: has subsampled YCbCr in separate planes, which is not read',
    ],
  ])('%s', async (_name, change, message) => {
    const said = await refusal(change)
    expect(said.slice(0, message.length)).toBe(message)
  })

  it('whose strips are too large to be held', async () => {
    const change = {
      compression: compressions.deflate,
      extraTags: [
        long(tags.imageWidth, 100_000),
        long(tags.imageLength, 100_000),
        long(tags.rowsPerStrip, 10_000),
      ],
    }
    expect(await refusal(change, { ...striped, rowsPerStrip: 24 })).toBe(
      'too_large IFD 0: has blocks of 100000 × 10000 pixels and 1000000000 bytes; 67108864 are allowed',
    )
    change.extraTags[2] = long(tags.rowsPerStrip, 100_000)
    expect(await refusal(change, { ...striped, rowsPerStrip: 24 })).toBe(
      'too_large IFD 0: has blocks of 100000 × 100000 pixels and 10000000000 bytes; 67108864 are allowed',
    )
  })
})

describe('a block is refused', () => {
  const refusal = async (page: TestPage) => {
    const opened = await openMade(page)
    return opened.rawTile(0, 0).then(
      () => 'read',
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    )
  }
  const offsets = (first: number) => long(tags.tileOffsets, first, 8, 8, 8, 8, 8)
  const lengths = (first: number) => long(tags.tileByteCounts, first, 8, 8, 8, 8, 8)

  it.each<[string, TestPage, RegExp]>([
    [
      'that begins beyond the end of the file',
      { ...tiled, extraTags: [offsets(1_000_000)] },
      /^truncated IFD 0 tile 0,0: has 256 bytes at 1000000, which go beyond the end of the file \(\d+ bytes\)$/,
    ],
    [
      'at a place that is no whole number',
      {
        ...tiled,
        extraTags: [{ tag: tags.tileOffsets, type: fieldTypes.float, values: [8.5, 8, 8, 8, 8, 8] }],
      },
      /^malformed IFD 0: TileOffsets has the field type 11, which is not for whole numbers$/,
    ],
    [
      'that is longer than the file',
      { ...tiled, extraTags: [lengths(1_000_000)] },
      /^truncated IFD 0 tile 0,0: has 1000000 bytes at 8, which go beyond the end of the file \(\d+ bytes\)$/,
    ],
    [
      'that is longer than is allowed',
      { ...tiled, extraTags: [lengths(2 ** 30)] },
      /^too_large IFD 0 tile 0,0: has 1073741824 bytes; 67108864 are allowed$/,
    ],
    [
      'that is uncompressed and too short',
      { ...tiled, extraTags: [lengths(200)] },
      /^malformed IFD 0 tile 0,0: uncompressed data: holds 200 bytes where 256 are expected$/,
    ],
    [
      'whose Deflate holds too little',
      { ...tiled, compression: compressions.deflate, extraTags: [lengths(9)] },
      /^(malformed|truncated) IFD 0 tile 0,0: Deflate/,
    ],
    [
      'whose JPEG is none',
      { ...tiled, compression: compressions.jpeg, encode: async () => new Uint8Array(99) },
      /^malformed IFD 0 tile 0,0: JPEG: begins with 00 00 instead of ff d8$/,
    ],
  ])('%s', async (_name, page, message) => {
    expect(await refusal(page)).toMatch(message)
  })

  it('naming the strip where there are strips', async () => {
    const extraTags = [long(tags.stripOffsets, 8, 1_000_000, 8)]
    const page = { ...striped, compression: compressions.packbits, extraTags }
    expect(await refusal(page)).toMatch(/^truncated IFD 0 strip 1: has \d+ bytes at 1000000, which go beyond/)
  })

  it('of JPEG whose tables are too long', async () => {
    const extraTags = [{ tag: tags.jpegTables, type: fieldTypes.undefined, values: new Uint8Array(70_000) }]
    expect(await refusal({ ...tiled, compression: compressions.jpeg, extraTags })).toBe(
      'too_large IFD 0: has JPEGTables of 70000 bytes; 65536 are allowed',
    )
  })
})
