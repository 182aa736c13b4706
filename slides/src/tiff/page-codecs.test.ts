import { describe, expect, it } from 'vitest'
import type { CcittCoding } from '../codecs/ccitt.ts'
import type { DecodedImage, ExpectedImage } from '../codecs/codec.ts'
import { reverseBits } from '../codecs/fill-order.ts'
import { decodeJpeg, encodeJpeg } from '../codecs/jpeg.ts'
import { assembleJpeg } from '../codecs/jpeg-stream.ts'
import { decodeJpegXl } from '../codecs/jpeg-xl.ts'
import { decodeJpeg2000 } from '../codecs/jpeg2000.ts'
import { encodeCcitt } from '../codecs/test-support/encode-ccitt.ts'
import { encodeJpegXl } from '../codecs/test-support/encode-jpeg-xl.ts'
import { encodeJpeg2000 } from '../codecs/test-support/encode-jpeg2000.ts'
import { encodeLosslessJpeg } from '../codecs/test-support/encode-lossless-jpeg.ts'
import { encodePackbits } from '../codecs/test-support/encode-packbits.ts'
import { joinJpegs } from '../codecs/test-support/join-jpegs.ts'
import { gradient } from '../codecs/test-support/seeded-bytes.ts'
import { yccToRgb } from '../codecs/ycc.ts'
import type { PixelTile } from '../pixels.ts'
import { compressions, photometrics, tags } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import { openFirst, openMade, readWhole } from './test-support/open-bytes.ts'
import type { CodedBlock, TestPage } from './test-support/test-page.ts'
import { testPixels } from './test-support/test-pixels.ts'

const width = 90
const height = 70

/** What the codec itself makes of one stored block. */
async function decodeStored(
  bytes: Uint8Array,
  index: number,
  decode: (stored: Uint8Array, tables: Uint8Array | undefined) => Promise<DecodedImage>,
): Promise<DecodedImage> {
  const { directory } = await openFirst(bytes)
  const tiled = directory.has(tags.tileOffsets)
  const offset = await directory.numberAt(tiled ? tags.tileOffsets : tags.stripOffsets, index)
  const length = await directory.numberAt(tiled ? tags.tileByteCounts : tags.stripByteCounts, index)
  return decode(bytes.subarray(offset, offset + length), await directory.bytes(tags.jpegTables))
}

const samplesOf = (tile: PixelTile | DecodedImage, x: number, y: number, length: number) => {
  const from = (y * tile.width + x) * tile.samples
  return [...tile.data.subarray(from, from + length * tile.samples)]
}

describe('JPEG', () => {
  const kinds = [
    ['grey', 1, photometrics.blackIsZero, 'grey'],
    ['RGB', 3, photometrics.rgb, 'rgb'],
    ['YCbCr', 3, photometrics.ycbcr, 'ycbcr'],
  ] as const

  describe.each(kinds)('%s', (_, samples, photometric, assembled) => {
    const page: TestPage = {
      width,
      height,
      samples,
      photometric,
      pixels: gradient(width, height, samples),
      compression: compressions.jpeg,
    }
    const decode = (expected: ExpectedImage) => (tile: Uint8Array, tables: Uint8Array | undefined) =>
      decodeJpeg(assembleJpeg({ tables, tile, photometric: assembled }), expected)

    it.each([false, true])('tiles are what the decoder gives (tables shared: %s)', async (sharedTables) => {
      const bytes = await makeTiff({ pages: [{ ...page, sharedTables, tileWidth: 32 }] })
      const opened = await openFirst(bytes)
      expect(opened).toMatchObject({ color: samples === 3, samples, compression: 'JPEG' })
      for (const [x, y, index] of [
        [0, 0, 0],
        [1, 1, 4],
        [2, 2, 8],
      ] as const) {
        const own = await decodeStored(bytes, index, decode({ width: 32, height: 32, samples }))
        const tile = await opened.rawTile(x, y)
        for (let row = 0; row < tile.height; row++) {
          expect(samplesOf(tile, 0, row, tile.width)).toEqual(samplesOf(own, 0, row, tile.width))
        }
      }
    })

    it('strips are what the decoder gives', async () => {
      const bytes = await makeTiff({ pages: [{ ...page, rowsPerStrip: 16 }] })
      const whole = await readWhole(await openFirst(bytes))
      for (const [index, rows] of [16, 16, 16, 16, 6].entries()) {
        const own = await decodeStored(bytes, index, decode({ width, height: rows, samples }))
        expect(samplesOf(whole, 0, index * 16, width * rows)).toEqual([...own.data])
      }
    })

    it('whose declared subsampling is wrong is read all the same', async () => {
      const right = await makeTiff({ pages: [{ ...page, tileWidth: 32 }] })
      const declared = { tag: tags.ycbcrSubSampling, type: 3, values: [4, 4] }
      const wrong = await makeTiff({ pages: [{ ...page, tileWidth: 32, extraTags: [declared] }] })
      expect(await readWhole(await openFirst(wrong))).toEqual(await readWhole(await openFirst(right)))
    })
  })

  it('in planes that are apart is grey each', async () => {
    const pixels = gradient(width, height, 3)
    const page: TestPage = { width, height, samples: 3, planar: 2, pixels, compression: compressions.jpeg }
    const apart = await openFirst(await makeTiff({ pages: [{ ...page, tileWidth: 32 }] }))
    expect(await apart.encodedTile(0, 0)).toBeNull()
    const whole = await readWhole(apart)
    const differences = pixels.map((value, index) => Math.abs((whole.data[index] as number) - value))
    expect(Math.max(...differences)).toBeLessThan(25)
    expect((await readWhole(apart, 1)).data[5]).toBe(whole.data[5 * 3 + 1])
  })

  it('where white is zero is inverted', async () => {
    const page = {
      width,
      height,
      pixels: gradient(width, height, 1),
      compression: compressions.jpeg,
      tileWidth: 32,
    }
    const black = await readWhole(await openFirst(await makeTiff({ pages: [page] })))
    const whitePage = { ...page, photometric: photometrics.whiteIsZero }
    const white = await readWhole(await openFirst(await makeTiff({ pages: [whitePage] })))
    expect(white.data).toEqual(black.data.map((value: number) => 255 - value))
  })

  it('last strip may be coded as high as the others', async () => {
    const page: TestPage = {
      width,
      height,
      pixels: gradient(width, height, 1),
      compression: compressions.jpeg,
    }
    const full = await makeTiff({
      pages: [{ ...page, height: 80, pixels: gradient(width, 80, 1), rowsPerStrip: 16 }],
    })
    const cut = { ...page, height: 80, pixels: gradient(width, 80, 1), rowsPerStrip: 16 }
    const bytes = await makeTiff({
      pages: [{ ...cut, extraTags: [{ tag: tags.imageLength, type: 4, values: [height] }] }],
    })
    const whole = await readWhole(await openFirst(bytes))
    expect(whole.height).toBe(height)
    expect(whole.data).toEqual((await readWhole(await openFirst(full))).data.subarray(0, width * height))
  })
})

describe('JPEG of two or four components', () => {
  const size = { width: 32, height: 32 }
  const alpha = { tag: tags.extraSamples, type: 3, values: [2] }
  const greysOf = ({ width: w, height: h, samples, values }: CodedBlock) =>
    Promise.all(
      Array.from({ length: samples }, (_, sample) =>
        encodeJpeg(
          {
            width: w,
            height: h,
            samples: 1,
            pixelType: 'u8',
            data: Uint8Array.from(values().filter((_value, index) => index % samples === sample)),
          },
          { quality: 90, subsampling: '4:4:4' },
        ),
      ),
    )
  const encode = (adobe?: 0 | 2) => async (block: CodedBlock) => joinJpegs(await greysOf(block), adobe)
  const made = (samples: number, change: Partial<TestPage>): TestPage => ({
    ...size,
    samples,
    pixels: gradient(32, 32, samples),
    compression: compressions.jpeg,
    encode: encode(),
    extraTags: [alpha],
    ...change,
  })
  const planesOf = async (page: TestPage) => {
    const { samples = 1, pixels } = page
    const stored = await greysOf({ ...size, samples, values: () => Array.from(pixels) })
    return Promise.all(stored.map((jpeg) => decodeJpeg(jpeg, { ...size, samples: 1 })))
  }
  const expectPlanes = async (read: PixelTile, page: TestPage) => {
    const planes = await planesOf(page)
    expect(read.data).toEqual(
      read.data.map(
        (_: number, i) => planes[i % planes.length]?.data[Math.floor(i / planes.length)] as number,
      ),
    )
  }

  it.each([
    ['grey and alpha', 2, photometrics.blackIsZero],
    ['RGB and alpha', 4, photometrics.rgb],
  ])('(%s) is given as stored', async (_, samples, photometric) => {
    for (const change of [{ tileWidth: 32 }, { rowsPerStrip: 32 }]) {
      const page = made(samples, { photometric, ...change })
      const opened = await openFirst(await makeTiff({ pages: [page] }))
      expect(opened).toMatchObject({ samples, alpha: samples - 1 })
      expect(await opened.encodedTile(0, 0)).toBeNull()
      await expectPlanes(await readWhole(opened), page)
    }
  })

  it.each([undefined, 0, 2] as const)('(CMYK) is given as RGB, not inverted (APP14: %s)', async (adobe) => {
    const change = { photometric: photometrics.cmyk, extraTags: [], encode: encode(adobe), tileWidth: 32 }
    const page = made(4, change)
    const opened = await openFirst(await makeTiff({ pages: [page] }))
    expect(opened).toMatchObject({ samples: 3, convertedFrom: 'CMYK' })
    const block = { ...size, samples: 4, values: () => Array.from(page.pixels) }
    const inks = await decodeJpeg(joinJpegs(await greysOf(block), adobe), { ...size, samples: 4 })
    const expected = Array.from({ length: 1024 * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3) * 4
      const [ink = 0, black = 0] = [inks.data[pixel + (i % 3)], inks.data[pixel + 3]]
      return Math.floor(((255 - ink) * (255 - black)) / 255)
    })
    expect([...(await readWhole(opened)).data]).toEqual(expected)
  })

  it('of grey and alpha that is cut off is an error', async () => {
    const cut = async (block: CodedBlock) => (await encode()(block)).subarray(0, -200)
    const page = made(2, { photometric: photometrics.blackIsZero, encode: cut, tileWidth: 32 })
    const opened = await openFirst(await makeTiff({ pages: [page] }))
    await expect(opened.rawTile(0, 0)).rejects.toMatchObject({ code: 'malformed' })
  })

  it('of five is refused, as is one of 12 bits', async () => {
    const opened = (page: TestPage) => makeTiff({ pages: [page] }).then((bytes) => openFirst(bytes))
    await expect(opened(made(5, { photometric: 1 }))).rejects.toThrow(
      'IFD 0: has 5 unsigned samples of 8 bits a pixel in JPEG; only 1, 2, 3 or 4 unsigned samples of 8 bits can be read',
    )
    const bits = { tag: tags.bitsPerSample, type: 3, values: [12] }
    await expect(opened({ ...made(1, {}), extraTags: [bits] })).rejects.toThrow(
      'IFD 0: has 1 unsigned sample of 12 bits a pixel in JPEG that loses something; only 1, 2, 3 or 4 unsigned samples of 8 bits can be read',
    )
  })
})

describe('lossless JPEG', () => {
  it.each([
    [1, 8],
    [3, 8],
    [4, 8],
    [2, 8],
    [1, 12],
    [1, 16],
    [2, 16],
    [3, 16],
  ])('of %i samples of %i bits is read exactly from tiles and strips', async (samples, bits) => {
    const pixels = testPixels(bits > 8 ? 'u16' : 'u8', width * height * samples).map(
      (value) => value % 2 ** bits,
    )
    const encode: TestPage['encode'] = async ({ values, ...block }) =>
      encodeLosslessJpeg(values(), {
        width: block.width,
        height: block.height,
        components: block.samples,
        precision: bits,
        predictor: 1 + (samples % 7),
      })
    const page = { width, height, samples, bits, pixels, encode, compression: compressions.jpeg }
    for (const layout of [{ tileWidth: 32 }, { rowsPerStrip: 16 }]) {
      const opened = await openMade({ ...page, ...layout })
      expect(opened).toMatchObject({ samples, bitDepth: bits })
      expect((await readWhole(opened)).data).toEqual(pixels)
      expect(await opened.encodedTile(0, 0)).toBeNull()
    }
  })

  const losslessOf =
    (bits: number) =>
    async ({ values, samples, ...size }: CodedBlock) =>
      encodeLosslessJpeg(values(), {
        width: size.width,
        height: size.height,
        components: samples,
        precision: bits,
        predictor: 1,
      })

  it('of YCbCr becomes RGB', async () => {
    const pixels = gradient(width, height, 3)
    const opened = await openMade({
      width,
      height,
      pixels,
      samples: 3,
      photometric: photometrics.ycbcr,
      encode: losslessOf(8),
      compression: compressions.jpeg,
      tileWidth: 32,
    })
    const expected = Uint8Array.from(pixels)
    yccToRgb(expected, 8)
    expect((await readWhole(opened)).data).toEqual(expected)
  })

  it('of CMYK of 16 bits becomes RGB', async () => {
    const pixels = testPixels('u16', width * height * 4)
    const opened = await openMade({
      width,
      height,
      pixels,
      samples: 4,
      bits: 16,
      photometric: photometrics.cmyk,
      encode: losslessOf(16),
      compression: compressions.jpeg,
      rowsPerStrip: 16,
    })
    const expected = Uint16Array.from({ length: width * height * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3) * 4
      return ((65535 - (pixels[pixel + (i % 3)] as number)) * (65535 - (pixels[pixel + 3] as number))) / 65535
    })
    expect(opened).toMatchObject({ samples: 3, pixelType: 'u16', convertedFrom: 'CMYK' })
    expect((await readWhole(opened)).data).toEqual(expected)
  })
})

describe('JPEG 2000', () => {
  const encode =
    (bits: number) =>
    async ({ width: w, height: h, samples, values }: CodedBlock) => {
      const all = values()
      const plane = (sample: number) => all.filter((_, index) => index % samples === sample)
      const data = (sample: number) =>
        bits > 8 ? Uint16Array.from(plane(sample)) : Uint8Array.from(plane(sample))
      return encodeJpeg2000(
        Array.from({ length: samples }, (_, sample) => ({ width: w, height: h, data: data(sample) })),
        { bits },
      )
    }

  it.each([
    ['Aperio, RGB', compressions.jpeg2000Rgb, 3, 8],
    ['libvips, grey', compressions.jpeg2000Lossy, 1, 8],
    ['registered, RGB', compressions.jpeg2000, 3, 8],
    ['registered, grey', compressions.jpeg2000, 1, 8],
    ['registered, grey of 16 bits', compressions.jpeg2000, 1, 16],
  ])('(%s) without loss is read exactly', async (_, compression, samples, bits) => {
    const pixels = testPixels(bits === 16 ? 'u16' : 'u8', width * height * samples)
    const page = { width, height, samples, bits, pixels, compression, encode: encode(bits), tileWidth: 32 }
    const opened = await openFirst(await makeTiff({ pages: [page] }))
    expect(opened.compression).toBe('JPEG 2000')
    expect((await readWhole(opened)).data).toEqual(pixels)
  })

  it('of Aperio that is YCbCr is converted as the codec does', async () => {
    const page: TestPage = {
      width: 32,
      height: 32,
      samples: 3,
      pixels: gradient(32, 32, 3),
      compression: compressions.jpeg2000Ycc,
      encode: encode(8),
      tileWidth: 32,
    }
    const bytes = await makeTiff({ pages: [page] })
    const expected = { width: 32, height: 32, samples: 3 }
    const own = await decodeStored(bytes, 0, (tile) => decodeJpeg2000(tile, expected, { colour: 'ycc' }))
    expect((await readWhole(await openFirst(bytes))).data).toEqual(own.data)
    expect(own.data).not.toEqual(page.pixels)
  })

  it('whose bits are not what the directory says is refused', async () => {
    const page = {
      width: 32,
      height: 32,
      bits: 16,
      pixels: gradient(32, 32, 1),
      encode: encode(8),
      tileWidth: 32,
    }
    const opened = await openFirst(
      await makeTiff({ pages: [{ ...page, compression: compressions.jpeg2000 }] }),
    )
    await expect(opened.rawTile(0, 0)).rejects.toMatchObject({
      code: 'malformed',
      message: 'IFD 0 tile 0,0: JPEG 2000: holds samples of 8 bits where 16 are expected',
    })
  })
})

describe('WebP', () => {
  it.each([
    [compressions.webp, 3],
    [compressions.webp, 4],
    [compressions.oldWebp, 3],
  ])('(compression %i, %i samples) without loss is read exactly', async (compression, samples) => {
    // WebP doesn't keep the colours of what can't be seen.
    const pixels = testPixels('u8', width * height * samples).map((value: number, index) =>
      samples === 4 && index % 4 === 3 ? 255 : value,
    )
    const page = { width, height, samples, pixels, compression, tileWidth: 32 }
    const opened = await openFirst(await makeTiff({ pages: [page] }))
    expect(opened.compression).toBe('WebP')
    expect((await readWhole(opened)).data).toEqual(pixels)
  })
})

describe('JPEG XL', () => {
  const withAlpha = (values: readonly number[]) =>
    Uint8Array.from({ length: (values.length / 3) * 4 }, (_, index) =>
      index % 4 === 3 ? 255 : (values[Math.floor(index / 4) * 3 + (index % 4)] as number),
    )

  it.each([
    [compressions.jpegXl, 3],
    [compressions.jpegXlDng, 3],
  ])('(compression %i, %i samples) is what the decoder gives', async (compression, samples) => {
    const pixels = gradient(40, 40, samples)
    const encode = ({ width: w, height: h, values }: CodedBlock) => encodeJpegXl(withAlpha(values()), w, h)
    const page = { width: 40, height: 40, samples, pixels, compression, encode, tileWidth: 32 }
    const bytes = await makeTiff({ pages: [page] })
    const opened = await openFirst(bytes)
    expect(opened.compression).toBe('JPEG XL')
    const expected = { width: 32, height: 32, samples }
    const own = await decodeStored(bytes, 0, (tile) => decodeJpegXl(tile, expected))
    expect((await opened.rawTile(0, 0)).data).toEqual(own.data)
  })
})

describe('tiles without the rows below the image', () => {
  const pixels = testPixels('u16', width * height * 3)
  const cut = (rows: number, samples: number): Partial<TestPage> => ({
    compression: compressions.packbits,
    encode: async (block) =>
      encodePackbits(
        new Uint8Array(Uint16Array.from(block.values()).buffer, 0, rows * block.width * samples * 2),
      ),
  })
  const page: TestPage = { width, height, samples: 3, bits: 16, pixels, tileWidth: 96, tileHeight: 80 }
  it.each([1, 2] as const)('are read, planar configuration %i', async (planar) => {
    const opened = await openMade({ ...page, ...cut(height, planar === 1 ? 3 : 1), planar })
    expect((await readWhole(opened)).data).toEqual(pixels)
  })

  it('are an error where rows of the image are missing', async () => {
    const opened = await openMade({ ...page, ...cut(height - 1, 3) })
    await expect(opened.rawTile(0, 0)).rejects.toMatchObject({
      code: 'malformed',
      message: `IFD 0 tile 0,0: PackBits: holds ${(height - 1) * 96 * 6} bytes where ${height * 96 * 6} are expected`,
    })
  })
})

describe('CCITT', () => {
  const pixels = Uint8Array.from({ length: width * height }, (_, index) =>
    ((index * index) >> 7) & 4 ? 1 : 0,
  )
  const fax = (coding: CcittCoding): TestPage => ({
    width,
    height,
    bits: 1,
    pixels,
    photometric: photometrics.whiteIsZero,
    encode: async (block) => encodeCcitt(block.values(), block.width, block.height, { coding }),
  })
  const options = (value: number) => ({ tag: tags.t4Options, type: 4, values: [value] })
  const black = pixels.map((value) => 1 - value)

  it.each<[string, CcittCoding, Partial<TestPage>]>([
    ['RLE', 'rle', { compression: compressions.ccittRle }],
    ['Group 3', 'group3', { compression: compressions.ccittGroup3 }],
    [
      'Group 3 by rows above',
      'group3-2d',
      { compression: compressions.ccittGroup3, extraTags: [options(1)] },
    ],
    ['Group 4', 'group4', { compression: compressions.ccittGroup4 }],
  ])('%s is read from strips and tiles', async (_, coding, change) => {
    for (const layout of [{ rowsPerStrip: 16 }, { tileWidth: 32 }, {}]) {
      const opened = await openMade({ ...fax(coding), ...change, ...layout })
      expect(opened).toMatchObject({ pixelType: 'u8', bitDepth: 1, samples: 1 })
      expect((await readWhole(opened)).data).toEqual(black)
    }
  })

  const group4 = { ...fax('group4'), compression: compressions.ccittGroup4 }

  it('is read with its lowest bit first', async () => {
    const encode: TestPage['encode'] = async (block) =>
      reverseBits(encodeCcitt(block.values(), block.width, block.height, { coding: 'group4' }))
    const opened = await openMade({ ...group4, encode, fillOrder: 2 })
    expect((await readWhole(opened)).data).toEqual(black)
  })

  it('has white zeros where the file does not say what zero is', async () => {
    const opened = await openMade({ ...group4, omitTags: [tags.photometric, tags.bitsPerSample] })
    expect((await readWhole(opened)).data).toEqual(black)
    const other = await openMade({ ...group4, photometric: photometrics.blackIsZero })
    expect((await readWhole(other)).data).toEqual(pixels)
  })

  it('that is damaged is an error of its strip', async () => {
    const encode: TestPage['encode'] = async () => Uint8Array.from({ length: 200 }, () => 1)
    const opened = await openMade({ ...group4, encode, rowsPerStrip: 16 })
    await expect(opened.rawTile(0, 0)).rejects.toMatchObject({
      code: 'malformed',
      message: 'IFD 0 strip 0: CCITT: is damaged: row 0 has a code that does not exist',
    })
  })

  it('of more than one bit a pixel is refused', async () => {
    await expect(openMade({ ...group4, bits: 8 })).rejects.toMatchObject({
      code: 'unsupported',
      reason:
        'has 1 unsigned sample of 8 bits a pixel in CCITT; only 1 unsigned sample of 1 bit can be read: save it in another compression',
    })
  })
})
