import { describe, expect, it } from 'vitest'
import type { PixelType } from '../pixels.ts'
import { memorySource } from '../source/memory-source.ts'
import { openTiff } from './open-tiff.ts'
import { openPage } from './page.ts'
import { compressions, extraSampleKinds, fieldTypes, photometrics, tags } from './tags.ts'
import { makeTiff } from './test-support/make-tiff.ts'
import { openMade, readWhole } from './test-support/open-bytes.ts'
import type { CodedBlock, TestPage, TestTiff } from './test-support/test-page.ts'
import { testPixels, testValues, valuesBelow } from './test-support/test-pixels.ts'
import type { TiffDirectory } from './tiff.ts'

const width = 37
const height = 19

const pixelTypes: Record<PixelType, { bits: number; format: 'uint' | 'int' | 'float' }> = {
  u8: { bits: 8, format: 'uint' },
  i8: { bits: 8, format: 'int' },
  u16: { bits: 16, format: 'uint' },
  i16: { bits: 16, format: 'int' },
  u32: { bits: 32, format: 'uint' },
  i32: { bits: 32, format: 'int' },
  f32: { bits: 32, format: 'float' },
}

const storage = {
  tiles: { tileWidth: 16, tileHeight: 16 },
  'tiles that are not square': { tileWidth: 32, tileHeight: 16 },
  strips: { rowsPerStrip: 7 },
  'one strip': { rowsPerStrip: height },
} satisfies Record<string, Partial<TestPage>>

const coding: Record<string, Partial<TestPage>> = {
  uncompressed: {},
  LZW: { compression: compressions.lzw },
  'LZW with predictor 2': { compression: compressions.lzw, predictor: 2 },
  'LZW of the old kind': { compression: compressions.lzw, oldLzw: true },
  Deflate: { compression: compressions.deflate },
  'Deflate with predictor 2': { compression: compressions.deflate, predictor: 2 },
  'Deflate by its old number': { compression: compressions.oldDeflate },
  'Deflate by the number of PixTIFF': { compression: compressions.pixtiffDeflate },
  PackBits: { compression: compressions.packbits },
  Zstd: { compression: compressions.zstd },
  LZMA: { compression: compressions.lzma },
  'LZMA with predictor 2': { compression: compressions.lzma, predictor: 2 },
  'Zstd with predictor 2': { compression: compressions.zstd, predictor: 2 },
  'Zstd by its old number': { compression: compressions.oldZstd },
}
const floatCoding: Record<string, Partial<TestPage>> = {
  'LZW with predictor 3': { compression: compressions.lzw, predictor: 3 },
  'Deflate with predictor 3': { compression: compressions.deflate, predictor: 3 },
  'Zstd with predictor 3': { compression: compressions.zstd, predictor: 3 },
}

/** Numbers that 16 bits of floating point hold. */
const halves = [
  0,
  -0,
  1,
  -2.5,
  65504,
  2 ** -24,
  -1023 * 2 ** -24,
  2 ** -14,
  Number.POSITIVE_INFINITY,
  0.333251953125,
]

const files = [
  { name: 'little endian', bigEndian: false, big: false },
  { name: 'big endian', bigEndian: true, big: false },
  { name: 'BigTIFF, little endian', bigEndian: false, big: true },
  { name: 'BigTIFF, big endian', bigEndian: true, big: true },
]

const arrangements = [
  { samples: 1, planar: 1 },
  { samples: 3, planar: 1 },
  { samples: 3, planar: 2 },
] as const

async function expectExact(type: PixelType, made: Partial<TestPage>, file: Partial<TestTiff>): Promise<void> {
  for (const { samples, planar } of arrangements) {
    const pixels = testPixels(type, width * height * samples)
    const page = await openMade(
      { width, height, pixels, samples, planar, ...pixelTypes[type], ...made },
      file,
    )
    expect([page.pixelType, page.samples, page.color]).toEqual([type, samples, samples === 3])
    const read = await readWhole(page)
    expect(Buffer.from(read.data.buffer).equals(Buffer.from(pixels.buffer))).toBe(true)
  }
}

describe.each(files)('a file that is $name', ({ name: _, ...file }) => {
  it.each(Object.keys(pixelTypes) as PixelType[])(
    'reads samples of %s exactly in every coding, in tiles or strips, together and apart',
    async (type) => {
      const codings = { ...coding, ...(type === 'f32' ? floatCoding : {}) }
      const failures: string[] = []
      for (const [index, [name, coded]] of Object.entries(codings).entries()) {
        // BigTIFF has other directories, not other pixels.
        if (file.big && !['uncompressed', 'Deflate with predictor 2'].includes(name)) continue
        // By turns: what lies in tiles in one order of bytes lies in strips in the other.
        const stored = index % 2 === (file.bigEndian ? 1 : 0) ? storage.tiles : storage.strips
        await expectExact(type, { ...stored, ...coded }, file).catch((error) =>
          failures.push(`${name} ${JSON.stringify(stored)}: ${error}`),
        )
      }
      expect(failures).toEqual([])
    },
  )
})

describe.each(Object.keys(storage) as (keyof typeof storage)[])('%s', (name) => {
  it.each(Object.keys(pixelTypes) as PixelType[])('of %s are read exactly', async (type) => {
    await expectExact(type, storage[name], { bigEndian: true })
    await expectExact(type, { ...storage[name], ...coding['Deflate with predictor 2'] }, {})
  })
})

const convertedKinds = [
  { kind: 'f16', type: 'f32', bits: 16, format: 'float' },
  { kind: 'f64', type: 'f32', bits: 64, format: 'float' },
  { kind: 'u64', type: 'u32', bits: 64, format: 'uint' },
  { kind: 'i64', type: 'i32', bits: 64, format: 'int' },
] as const

describe('samples that no tile has', () => {
  it.each(convertedKinds)(
    '($kind) are given as $type, in every coding, order of bytes and arrangement',
    async ({ kind, type, bits, format }) => {
      const ofType = testPixels(type, width * height * 3)
      const pixels =
        kind === 'f16' ? ofType.map((_value, index) => halves[index % halves.length] as number) : ofType
      const codings = { ...coding, ...(format === 'float' ? floatCoding : {}) }
      const failures: string[] = []
      for (const [index, [name, coded]] of Object.entries(codings).entries()) {
        for (const bigEndian of [false, true]) {
          const stored = (index % 2 === 0) === bigEndian ? storage.tiles : storage.strips
          for (const planar of [1, 2] as const) {
            const made = { width, height, pixels, samples: 3, planar, bits, format, ...stored, ...coded }
            const page = await openMade(made, { bigEndian })
            expect(page).toMatchObject({ pixelType: type, bitDepth: 32, convertedFrom: kind })
            const { data } = await readWhole(page)
            if (!Buffer.from(data.buffer).equals(Buffer.from(pixels.buffer)))
              failures.push(`${name}, big endian ${bigEndian}, planar ${planar}`)
          }
        }
      }
      expect(failures).toEqual([])
    },
  )

  it('(f64) are the nearest number of 32 bits, and what is no number stays that', async () => {
    const pixels = [0.1, 1 / 3, -1e300, 1e-50, Number.NaN, Number.NEGATIVE_INFINITY]
    const read = await readWhole(await openMade({ width: 6, height: 1, bits: 64, format: 'float', pixels }))
    expect(read.data).toEqual(Float32Array.from(pixels))
  })

  it('beyond the image may hold anything', async () => {
    // Each tile ends with a value that 32 bits don't hold; that of the second one lies beyond the image.
    const encode = async ({ values }: CodedBlock) =>
      new Uint8Array(BigInt64Array.of(BigInt(values()[0] ?? 0), -9n).buffer)
    const made = { width: 3, height: 1, bits: 64, tileWidth: 2, tileHeight: 1, pixels: [1, 2, 3], encode }
    const opened = await openMade(made)
    await expect(opened.rawTile(0, 0)).rejects.toThrow('hold 18446744073709551607')
    expect((await opened.rawTile(1, 0)).data).toEqual(Uint32Array.of(3))
  })

  it.each([
    ['uint', 4294967296, '4294967296; of 64 bits only values from 0 to 4294967295'],
    ['uint', -1, '18446744073709551615; of 64 bits only values from 0 to 4294967295'],
    ['int', 2147483648, '2147483648; of 64 bits only values from -2147483648 to 2147483647'],
    ['int', -2147483649, '-2147483649; of 64 bits only values from -2147483648 to 2147483647'],
  ] as const)("are refused where 32 bits don't hold them (%s %d)", async (format, value, reason) => {
    const made = { width: 32, height: 16, bits: 64, format, tileWidth: 16 }
    const page = await openMade({ ...made, pixels: new Array(512).fill(7).with(500, value) })
    expect((await page.rawTile(0, 0)).data[0]).toBe(7)
    await expect(page.rawTile(1, 0)).rejects.toMatchObject({
      code: 'unsupported',
      message: `IFD 0 tile 1,0: samples: hold ${reason} are read: store them with 32 bits or as floating point`,
    })
  })
})

describe('samples of less than 8 bits', () => {
  describe.each([1, 2, 4])('%i bits', (bits) => {
    const values = testValues(width * height, bits)
    const highest = 2 ** bits - 1

    it.each(Object.keys(storage) as (keyof typeof storage)[])('are given as stored in %s', async (name) => {
      const page = await openMade({ width, height, bits, pixels: values, ...storage[name] })
      expect(page).toMatchObject({ pixelType: 'u8', bitDepth: bits, samples: 1 })
      expect((await readWhole(page)).data).toEqual(values)
    })

    it('are inverted where white is zero', async () => {
      const made = { width, height, bits, pixels: values, photometric: photometrics.whiteIsZero }
      const read = await readWhole(await openMade(made))
      expect(read.data).toEqual(values.map((value) => highest - value))
    })

    it.each([compressions.none, compressions.packbits, compressions.lzw, compressions.deflate])(
      'are read in fill order 2 with compression %i',
      async (compression) => {
        const made: TestPage = {
          width,
          height,
          bits,
          pixels: values,
          compression,
          fillOrder: 2,
          rowsPerStrip: 10,
        }
        expect((await readWhole(await openMade(made))).data).toEqual(values)
      },
    )

    it('are read as three samples too', async () => {
      const pixels = testValues(width * height * 3, bits)
      const read = await readWhole(await openMade({ width, height, bits, samples: 3, pixels, tileWidth: 16 }))
      expect(read.data).toEqual(pixels.map((value) => (value * 255) / (2 ** bits - 1)))
    })
  })
})

describe.each([3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 24])('packed samples of %i bits', (bits) => {
  const type = bits <= 8 ? 'u8' : bits <= 16 ? 'u16' : 'u32'
  const largest = 2 ** bits - 1

  it('are given as stored, in every coding, in tiles or strips, together and apart', async () => {
    const failures: string[] = []
    for (const [index, [name, coded]] of Object.entries(coding).entries()) {
      for (const { samples, planar } of arrangements) {
        const pixels = valuesBelow(2 ** bits, width * height * samples)
        const stored = index % 2 === 0 ? storage.tiles : storage.strips
        const made = { width, height, pixels, samples, planar, bits, ...stored, ...coded }
        const page = await openMade(made, { bigEndian: index % 4 > 1 })
        expect(page).toMatchObject({ pixelType: type, bitDepth: bits, samples, convertedFrom: undefined })
        if (`${(await readWhole(page)).data}` !== `${pixels}`) failures.push(`${name}, ${samples}, ${planar}`)
      }
    }
    expect(failures).toEqual([])
  })

  it.each([compressions.none, compressions.lzw, compressions.deflate])(
    'are read in fill order 2 with compression %i',
    async (compression) => {
      const pixels = valuesBelow(2 ** bits, width * height)
      const made: TestPage = { width, height, bits, pixels, compression, fillOrder: 2, rowsPerStrip: 10 }
      expect([...(await readWhole(await openMade(made))).data]).toEqual(pixels)
    },
  )

  it('are inverted within their bits where white is zero', async () => {
    const pixels = valuesBelow(2 ** bits, width * height)
    const made = { width, height, bits, pixels, photometric: photometrics.whiteIsZero }
    const read = await readWhole(await openMade(made))
    expect([...read.data]).toEqual(pixels.map((value) => largest - value))
  })
})

it('samples of 24 bits with a sign are given with it', async () => {
  const pixels = [0, 1, -1, 8388607, -8388608, -70_000]
  for (const coded of [{}, { compression: compressions.deflate, predictor: 2 as const }]) {
    const page = await openMade({ width: 6, height: 1, bits: 24, format: 'int', pixels, ...coded })
    expect(page).toMatchObject({ pixelType: 'i32', bitDepth: 24 })
    expect((await readWhole(page)).data).toEqual(Int32Array.from(pixels))
  }
})

describe('photometric 0', () => {
  it.each([
    ['u8', 255],
    ['u16', 65535],
    ['u32', 4294967295],
  ] as const)('inverts %s', async (type, highest) => {
    const pixels = testPixels(type, width * height)
    const made = {
      width,
      height,
      pixels,
      ...pixelTypes[type],
      photometric: photometrics.whiteIsZero,
      tileWidth: 16,
    }
    const read = await readWhole(await openMade(made))
    expect(read.data).toEqual(pixels.map((value: number) => highest - value))
  })

  it.each([1, 2] as const)('leaves alpha as it is, with planar configuration %i', async (planar) => {
    const pixels = testPixels('u8', width * height * 2)
    const extraTags = [{ tag: tags.extraSamples, type: fieldTypes.short, values: [extraSampleKinds.alpha] }]
    const photometric = photometrics.whiteIsZero
    const page = await openMade({
      width,
      height,
      samples: 2,
      planar,
      photometric,
      pixels,
      extraTags,
      tileWidth: 16,
    })
    const inverted = pixels.map((value: number, index) => (index % 2 === 0 ? 255 - value : value))
    expect((await readWhole(page)).data).toEqual(inverted)
  })

  it.each(['i8', 'i16', 'i32', 'f32'] as const)('leaves %s as it is', async (type) => {
    const pixels = testPixels(type, width * height)
    const made = { width, height, pixels, ...pixelTypes[type], photometric: photometrics.whiteIsZero }
    expect((await readWhole(await openMade(made))).data).toEqual(pixels)
  })
})

describe('a palette', () => {
  const paletteOf = (bits: number, factor: number) => {
    const colors = 2 ** bits
    const color = (index: number) => [(index * 7) % 256, (index * 13 + 100) % 256, (index * 29 + 50) % 256]
    const map = [0, 1, 2].flatMap((sample) =>
      Array.from({ length: colors }, (_, index) => (color(index)[sample] as number) * factor),
    )
    return { color, field: { tag: tags.colorMap, type: fieldTypes.short, values: map } }
  }

  it.each([1, 2, 4, 8])('of %i bits gives its colours', async (bits) => {
    const { color, field } = paletteOf(bits, 257)
    const pixels = testValues(width * height, bits)
    const made = {
      width,
      height,
      bits,
      pixels,
      photometric: photometrics.palette,
      extraTags: [field],
      tileWidth: 16,
    }
    const page = await openMade(made)
    expect(page).toMatchObject({ samples: 3, color: true, pixelType: 'u8', bitDepth: 8 })
    expect([...(await readWhole(page)).data]).toEqual([...pixels].flatMap(color))
  })

  it('of 16 bits gives its colours', async () => {
    const { color, field } = paletteOf(16, 257)
    const pixels = testPixels('u16', width * height)
    const made = { width, height, bits: 16, pixels, photometric: photometrics.palette, extraTags: [field] }
    expect([...(await readWhole(await openMade(made))).data]).toEqual([...pixels].flatMap(color))
  })

  it('whose values have only 8 bits gives them as they are', async () => {
    const { color, field } = paletteOf(4, 1)
    const pixels = testValues(width * height, 4)
    const made = { width, height, bits: 4, pixels, photometric: photometrics.palette, extraTags: [field] }
    expect([...(await readWhole(await openMade(made))).data]).toEqual([...pixels].flatMap(color))
  })

  it('gives its indices on request', async () => {
    const { field } = paletteOf(4, 257)
    const pixels = testValues(width * height, 4)
    const made = { width, height, bits: 4, pixels, photometric: photometrics.palette, extraTags: [field] }
    const page = await openMade(made, {}, { palette: 'indices' })
    expect(page).toMatchObject({ samples: 1, color: false })
    expect((await readWhole(page)).data).toEqual(pixels)
  })
})

describe('extra samples', () => {
  it.each([
    ['premultiplied alpha', extraSampleKinds.premultipliedAlpha, 3],
    ['alpha', extraSampleKinds.alpha, 3],
    ['unspecified', extraSampleKinds.unspecified, undefined],
  ])('that are %s are told', async (_, kind, alpha) => {
    const pixels = testPixels('u8', width * height * 4)
    const extraTags = [{ tag: tags.extraSamples, type: fieldTypes.short, values: [kind] }]
    const page = await openMade({ width, height, samples: 4, pixels, extraTags, tileWidth: 16 })
    expect(page.alpha).toBe(alpha)
    expect((await readWhole(page)).data).toEqual(pixels)
  })
})

describe('one sample of several', () => {
  it.each([1, 2] as const)('is read alone with planar configuration %i', async (planar) => {
    for (const stored of [{ tileWidth: 16 }, { rowsPerStrip: 8 }]) {
      const pixels = testPixels('u16', width * height * 5)
      const made = { width, height, samples: 5, planar, bits: 16, photometric: 1, pixels, ...stored }
      const page = await openMade(made)
      for (const sample of [0, 2, 4]) {
        const read = await readWhole(page, sample)
        expect(read.samples).toBe(1)
        expect([...read.data]).toEqual([...pixels].filter((_, index) => index % 5 === sample))
      }
    }
  })

  it('that is not there is out of range', async () => {
    const page = await openMade({ width, height, samples: 3, pixels: testPixels('u8', width * height * 3) })
    await expect(page.rawTile(0, 0, { sample: 3 })).rejects.toThrow('IFD 0: has no sample 3: it has 3')
    await expect(page.rawTile(0, 0, { sample: -1 })).rejects.toMatchObject({ code: 'out_of_range' })
  })
})

describe('blocks that the file leaves out', () => {
  const made = { width: 32, height: 16, tileWidth: 16, emptyBlocks: [1] }
  const firstOf = async (page: TestPage, options = {}) => {
    const opened = await openMade(page, {}, options)
    expect(await opened.encodedTile(1, 0)).toBeNull()
    return (await opened.rawTile(1, 0)).data
  }

  it('are white in RGB of u8', async () => {
    const data = await firstOf({ ...made, samples: 3, pixels: new Uint8Array(32 * 16 * 3) })
    expect(data).toEqual(new Uint8Array(16 * 16 * 3).fill(255))
  })

  it('are told to be alike all over, and cost nothing where strips are put together', async () => {
    const strips = { width: 20, height: 40, rowsPerStrip: 1, pixels: new Uint8Array(800).fill(9) }
    const emptyBlocks = Array.from({ length: 40 }, (_, index) => index)
    const file = await openTiff(memorySource(await makeTiff({ pages: [{ ...strips, emptyBlocks }] })))
    const page = await openPage(file, file.directories[0] as TiffDirectory)
    const tile = await page.rawTile(0, 0)
    expect(tile).toEqual({
      width: 20,
      height: 40,
      samples: 1,
      pixelType: 'u8',
      uniform: true,
      data: new Uint8Array(800),
    })
    expect(file.decodedBlocks.size).toBe(0)
    const some = await openMade({ ...strips, emptyBlocks: emptyBlocks.slice(1) })
    const { data, uniform } = await some.rawTile(0, 0)
    expect([uniform, data[19], data[20]]).toEqual([undefined, 9, 0])
  })

  it('are white in planes of RGB that are apart', async () => {
    const page = {
      ...made,
      samples: 3,
      planar: 2 as const,
      emptyBlocks: [1, 3, 5],
      pixels: new Uint8Array(32 * 16 * 3),
    }
    expect(await firstOf(page)).toEqual(new Uint8Array(16 * 16 * 3).fill(255))
  })

  it('are white in planes of YCbCr that are apart', async () => {
    const extraTags = [{ tag: tags.ycbcrSubSampling, type: fieldTypes.short, values: [1, 1] }]
    const apart = { samples: 3, planar: 2 as const, emptyBlocks: [1, 3, 5], photometric: photometrics.ycbcr }
    const page = { ...made, ...apart, extraTags, pixels: new Uint8Array(32 * 16 * 3) }
    expect(await firstOf(page)).toEqual(new Uint8Array(16 * 16 * 3).fill(255))
  })

  it('are 0 in grey and white where white is zero', async () => {
    const grey = { ...made, bits: 16, pixels: new Uint16Array(32 * 16).fill(7) }
    expect(await firstOf(grey)).toEqual(new Uint16Array(16 * 16))
    const inverted = { ...grey, photometric: photometrics.whiteIsZero }
    expect(await firstOf(inverted)).toEqual(new Uint16Array(16 * 16).fill(65535))
  })

  it('are the first colour of a palette', async () => {
    const map = { tag: tags.colorMap, type: fieldTypes.short, values: [9, 8, 7, 6, 5, 4].map((v) => v * 257) }
    const page = {
      ...made,
      bits: 1,
      photometric: photometrics.palette,
      extraTags: [map],
      pixels: new Uint8Array(512),
    }
    expect([...(await firstOf(page)).subarray(0, 3)]).toEqual([9, 7, 5])
  })

  it('are white in JPEG, and null when asked for encoded', async () => {
    const page = { ...made, samples: 3, compression: compressions.jpeg, pixels: new Uint8Array(32 * 16 * 3) }
    expect(await firstOf(page)).toEqual(new Uint8Array(16 * 16 * 3).fill(255))
  })
})

describe('asking for a tile', () => {
  it('that is not there is out of range', async () => {
    const page = await openMade({ width, height, pixels: testPixels('u8', width * height), tileWidth: 16 })
    for (const [x, y] of [
      [3, 0],
      [0, 2],
      [-1, 0],
      [0.5, 0],
      [Number.NaN, 0],
    ] as const) {
      const expected = { code: 'out_of_range', message: `IFD 0: has no tile ${x},${y}: it has 3 × 2 tiles` }
      await expect(page.rawTile(x, y)).rejects.toMatchObject(expected)
      await expect(page.encodedTile(x, y)).rejects.toMatchObject(expected)
    }
  })

  it('gives bytes of its own: changing them changes nothing else', async () => {
    const pixels = testPixels('u8', 32 * 32)
    for (const stored of [{ tileWidth: 32 }, { rowsPerStrip: 32 }, { rowsPerStrip: 8 }]) {
      const page = await openMade({ width: 32, height: 32, pixels, ...stored })
      const first = await page.rawTile(0, 0)
      first.data.fill(1)
      expect((await page.rawTile(0, 0)).data).toEqual(pixels)
    }
  })

  it('rejects with the reason of an aborted signal', async () => {
    const page = await openMade({ width, height, pixels: testPixels('u8', width * height), tileWidth: 16 })
    const signal = AbortSignal.abort(new Error('went away'))
    await expect(page.rawTile(0, 0, { signal })).rejects.toThrow('went away')
    await expect(page.encodedTile(0, 0, signal)).rejects.toThrow('went away')
  })
})
