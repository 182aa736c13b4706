import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { seededRandom } from '../test-support/seeded.ts'
import { decodeJpeg } from './jpeg.ts'
import { encodeLosslessJpeg, type LosslessJpegOptions } from './test-support/encode-lossless-jpeg.ts'
import { mutated } from './test-support/seeded-bytes.ts'

const width = 37
const height = 23

/** Smooth with jumps over the whole range. */
function valuesOf(components: number, precision: number): Uint16Array {
  const random = seededRandom(components * 100 + precision)
  const highest = 2 ** precision - 1
  return Uint16Array.from({ length: width * height * components }, (_, index) =>
    random() < 0.05 ? Math.round(random() * highest) : ((index / components) % width) * (highest / 50),
  )
}

const options = (components: number, precision: number, more: Partial<LosslessJpegOptions> = {}) => ({
  width,
  height,
  components,
  precision,
  ...more,
})

const decoded = async (jpeg: Uint8Array, samples: number, size = { width, height }) => [
  ...(await decodeJpeg(jpeg, { ...size, samples })).data,
]

describe('lossless JPEG', () => {
  const kinds = [1, 2, 3, 4].flatMap((components) =>
    [8, 12, 16].map((precision) => ({ components, precision })),
  )
  it.each(kinds)('of $components samples of $precision bits comes back with any predictor', async (kind) => {
    const { components, precision } = kind
    const values = valuesOf(components, precision)
    for (let predictor = 1; predictor <= 7; predictor++) {
      const jpeg = encodeLosslessJpeg(values, options(components, precision, { predictor }))
      expect(await decoded(jpeg, components)).toEqual([...values])
    }
    const image = await decodeJpeg(encodeLosslessJpeg(values, options(components, precision)), {
      width,
      height,
      samples: components,
    })
    expect(image.data.BYTES_PER_ELEMENT).toBe(precision > 8 ? 2 : 1)
  })

  it('with restart markers comes back', async () => {
    const values = valuesOf(3, 8)
    const jpeg = encodeLosslessJpeg(values, options(3, 8, { restartRows: 2, predictor: 7 }))
    expect(await decoded(jpeg, 3)).toEqual([...values])
  })

  it('without its lowest bits has zeros in their place', async () => {
    const values = valuesOf(1, 16)
    const jpeg = encodeLosslessJpeg(values, options(1, 16, { pointTransform: 3, predictor: 4 }))
    expect(await decoded(jpeg, 1)).toEqual([...values.map((value) => value & ~7)])
  })

  it('may store single samples as pixels of two, or more rows than the last strip has', async () => {
    const values = valuesOf(2, 12)
    const jpeg = encodeLosslessJpeg(values, options(2, 12))
    expect(await decoded(jpeg, 1, { width: 2 * width, height })).toEqual([...values])
    const cut = await decodeJpeg(jpeg, { width, height: 10, samples: 2, allowTaller: true })
    expect([...cut.data]).toEqual([...values.subarray(0, width * 10 * 2)])
  })

  const jpeg = encodeLosslessJpeg(valuesOf(1, 16), options(1, 16))

  it('that ends early is an error', async () => {
    await expect(decoded(jpeg.subarray(0, jpeg.length >> 1), 1)).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringMatching(/^JPEG: ends in row \d+ of 23$/),
    })
  })

  it.each([
    ['another size', { width: 36, height }, 'malformed'],
    ['fewer rows', { width, height: height + 1 }, 'malformed'],
  ])('of %s is an error', async (_, size, code) => {
    await expect(decoded(jpeg, 1, size)).rejects.toMatchObject({ code })
  })

  it('with changed bytes gives samples or an error, never anything else', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      await decoded(mutated(jpeg, seed), 1).catch((error: unknown) => {
        if (!(error instanceof SlideError)) throw error
      })
    }
  })
})
