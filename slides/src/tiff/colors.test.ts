import { describe, expect, it } from 'vitest'
import { compressions, extraSampleKinds, fieldTypes, photometrics, tags } from './tags.ts'
import { openMade, readWhole } from './test-support/open-bytes.ts'
import type { TestField, TestPage } from './test-support/test-page.ts'
import { testPixels, valuesBelow } from './test-support/test-pixels.ts'

const width = 37
const height = 19
const { cmyk, cieLab, iccLab, ituLab, palette } = photometrics

const short = (tag: number, ...values: number[]): TestField => ({ tag, type: fieldTypes.short, values })
const alpha = short(tags.extraSamples, extraSampleKinds.alpha)
const unspecified = short(tags.extraSamples, extraSampleKinds.unspecified)

const stored = [
  { tileWidth: 16 },
  { rowsPerStrip: 7 },
  { tileWidth: 16, planar: 2 },
  { rowsPerStrip: 7, planar: 2, compression: compressions.lzw, predictor: 2 },
] satisfies Partial<TestPage>[]

/** Each pixel's samples, changed. */
const perPixel = (pixels: ArrayLike<number>, samples: number, change: (pixel: number[]) => number[]) =>
  Array.from({ length: pixels.length / samples }, (_, index) =>
    change(Array.from({ length: samples }, (_, sample) => pixels[index * samples + sample] as number)),
  ).flat()

describe('CMYK', () => {
  const rgbOf = ([c = 0, m = 0, y = 0, k = 0, ...others]: number[], most: number) => [
    ...[c, m, y].map((ink) => Math.floor(((most - ink) * (most - k)) / most)),
    ...others,
  ]

  it.each([
    ['u8', 8],
    ['u16', 16],
    ['u16', 12],
    ['u8', 5],
  ] as const)(
    '(%s of %i bits) is given as RGB, in tiles and strips, together and apart',
    async (type, bits) => {
      const most = 2 ** bits - 1
      for (const arrangement of stored) {
        const pixels = valuesBelow(2 ** bits, width * height * 4)
        const page = await openMade({
          width,
          height,
          samples: 4,
          bits,
          photometric: cmyk,
          pixels,
          ...arrangement,
        })
        const given = { pixelType: type, bitDepth: bits, samples: 3, color: true, convertedFrom: 'CMYK' }
        expect(page).toMatchObject({ ...given, alpha: undefined })
        const expected = perPixel(pixels, 4, (pixel) => rgbOf(pixel, most))
        expect([...(await readWhole(page)).data]).toEqual(expected)
        expect([...(await readWhole(page, 1)).data]).toEqual(expected.filter((_, index) => index % 3 === 1))
      }
    },
  )

  it('of floating point is given as that', async () => {
    const made = { width: 2, height: 1, samples: 4, bits: 32, format: 'float', photometric: cmyk } as const
    const page = await openMade({ ...made, pixels: [0, 0.5, 1, 0, 0, 0.5, 1, 0.5] })
    expect([...(await readWhole(page)).data]).toEqual([1, 0.5, 0, 0.5, 0.25, 0])
  })

  it.each([1, 2] as const)('keeps alpha beside it, with planar configuration %i', async (planar) => {
    const pixels = testPixels('u8', width * height * 5)
    const made = { width, height, samples: 5, planar, photometric: cmyk, pixels, tileWidth: 16 }
    const page = await openMade({ ...made, extraTags: [alpha] })
    expect(page).toMatchObject({ samples: 4, alpha: 3 })
    expect([...(await readWhole(page)).data]).toEqual(perPixel(pixels, 5, (pixel) => rgbOf(pixel, 255)))
    const other = await openMade({ ...made, extraTags: [unspecified] })
    expect(other).toMatchObject({ samples: 4, alpha: undefined })
  })

  it.each([1, 2] as const)(
    'that the file leaves out is white, with planar configuration %i',
    async (planar) => {
      const made = { width: 16, height: 16, samples: 4, planar, photometric: cmyk, tileWidth: 16 }
      const pixels = testPixels('u8', 16 * 16 * 4)
      const page = await openMade({ ...made, pixels, emptyBlocks: [0, 1, 2, 3] })
      expect((await page.rawTile(0, 0)).data).toEqual(new Uint8Array(16 * 16 * 3).fill(255))
    },
  )

  it('of other inks is refused', async () => {
    const made = { width: 4, height: 4, samples: 4, photometric: cmyk, pixels: new Uint8Array(64) }
    await expect(openMade({ ...made, extraTags: [short(tags.inkSet, 2)] })).rejects.toMatchObject({
      code: 'unsupported',
      message:
        'IFD 0: has inks other than cyan, magenta, yellow and black (InkSet 2), which are not read; save it as RGB',
    })
  })
})

describe('L*a*b*', () => {
  /** sRGB of well-known colours in L*a*b* of D50, as colour tables give them. */
  const colors = [
    { lab: [100, 0, 0], rgb: [255, 255, 255] },
    { lab: [0, 0, 0], rgb: [0, 0, 0] },
    { lab: [53.585, 0, 0], rgb: [128, 128, 128] },
    { lab: [54.29, 80.8, 69.9], rgb: [255, 0, 0] },
    { lab: [87.82, -79.27, 80.99], rgb: [0, 255, 0] },
    { lab: [29.57, 68.3, -112.03], rgb: [0, 0, 255] },
  ] as const
  const codes = {
    [cieLab]: ([l, a, b]: readonly number[], bits: number) => [
      ((l ?? 0) / 100) * (2 ** bits - 1),
      ...[a ?? 0, b ?? 0].map((value) => (Math.round(value * 2 ** (bits - 8)) + 2 ** bits) % 2 ** bits),
    ],
    [iccLab]: ([l, a, b]: readonly number[], bits: number) => [
      ((l ?? 0) / 100) * 255 * 2 ** (bits - 8),
      ...[a ?? 0, b ?? 0].map((value) => (value + 128) * 2 ** (bits - 8)),
    ],
    [ituLab]: ([l, a, b]: readonly number[], bits: number) => [
      ((l ?? 0) / 100) * (2 ** bits - 1),
      ((a ?? 0) / 170) * (2 ** bits - 1) + 2 ** (bits - 1),
      ((b ?? 0) / 200) * (2 ** bits - 1) + 3 * 2 ** (bits - 3),
    ],
  }

  it.each([
    [cieLab, 8, 'CIE L*a*b*'],
    [cieLab, 16, 'CIE L*a*b*'],
    [iccLab, 8, 'ICC L*a*b*'],
    [iccLab, 16, 'ICC L*a*b*'],
    [ituLab, 8, 'ITU L*a*b*'],
    [ituLab, 16, 'ITU L*a*b*'],
  ] as const)('(photometric %i of %i bits) is given as sRGB', async (photometric, bits, convertedFrom) => {
    // The blue and green of sRGB lie outside what T.42 codes.
    const coded = colors.filter((_, index) => photometric !== ituLab || index < 4)
    const pixels = coded.flatMap(({ lab }) => codes[photometric](lab, bits).map(Math.round))
    const made = { width: coded.length, height: 1, samples: 3, bits, photometric, pixels }
    for (const arrangement of [{}, { planar: 2 as const }]) {
      const page = await openMade({ ...made, ...arrangement })
      expect(page).toMatchObject({ samples: 3, color: true, bitDepth: bits, convertedFrom })
      const scale = bits === 8 ? 1 : 257
      const { data } = await readWhole(page)
      coded.forEach(({ rgb }, index) => {
        // Half a step of a* or b* in 8 bits moves the red of the greenest green, which is 0, by that much.
        const most = bits === 8 ? 12 : 1
        rgb.forEach((value, sample) => {
          const given = (data[index * 3 + sample] as number) / scale
          expect(Math.abs(given - value), `${coded[index]?.lab}: ${given} for ${value}`).toBeLessThanOrEqual(
            most,
          )
        })
      })
    }
  })

  it('keeps alpha beside it, and is read whatever sample format is said', async () => {
    const pixels = [255, 0, 0, 77, 0, 0, 0, 200]
    const extraTags = [alpha, short(tags.sampleFormat, 1, 2, 2, 1)]
    const made = { width: 2, height: 1, samples: 4, photometric: cieLab, pixels, extraTags }
    const page = await openMade(made)
    expect(page).toMatchObject({ samples: 4, alpha: 3 })
    expect([...(await readWhole(page)).data]).toEqual([255, 255, 255, 77, 0, 0, 0, 200])
  })

  it.each([1, 2] as const)(
    'that the file leaves out is white, with planar configuration %i',
    async (planar) => {
      for (const photometric of [cieLab, iccLab, ituLab]) {
        const made = { width: 16, height: 16, samples: 3, planar, photometric, tileWidth: 16 }
        const page = await openMade({ ...made, pixels: new Uint8Array(768), emptyBlocks: [0, 1, 2] })
        expect((await page.rawTile(0, 0)).data).toEqual(new Uint8Array(768).fill(255))
      }
    },
  )
})

describe('a palette with another sample', () => {
  const map = short(
    tags.colorMap,
    ...[0, 1, 2].flatMap((color) => Array.from({ length: 16 }, (_, index) => (index * 16 + color) * 257)),
  )
  const pixels = [3, 15, 7, 0, 15, 8]
  const colored = [48, 49, 50, 255, 112, 113, 114, 0, 240, 241, 242, 136]

  it.each([1, 2] as const)('gives both, with planar configuration %i', async (planar) => {
    const made = { width: 3, height: 1, samples: 2, bits: 4, planar, photometric: palette, pixels }
    const page = await openMade({ ...made, extraTags: [map, alpha] })
    expect(page).toMatchObject({ pixelType: 'u8', bitDepth: 8, samples: 4, color: true, alpha: 3 })
    expect([...(await readWhole(page)).data]).toEqual(colored)
    const other = await openMade({ ...made, extraTags: [map, unspecified] })
    expect(other).toMatchObject({ samples: 4, alpha: undefined })
  })

  it('gives its indices on request', async () => {
    const made = { width: 3, height: 1, samples: 2, bits: 4, photometric: palette, pixels }
    const page = await openMade({ ...made, extraTags: [map, alpha] }, {}, { palette: 'indices' })
    expect(page).toMatchObject({ samples: 2, color: false, alpha: 1 })
    expect([...(await readWhole(page)).data]).toEqual(pixels)
  })
})
