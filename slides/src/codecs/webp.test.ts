import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { largestDifference } from './test-support/largest-difference.ts'
import { gradient, mutated } from './test-support/seeded-bytes.ts'
import { decodeWebp, encodeWebp, webpSize } from './webp.ts'

const tile = (width: number, height: number, samples: number) =>
  ({ width, height, samples, pixelType: 'u8', data: gradient(width, height, samples) }) as const

test.each([3, 4])('%i samples without loss come back as they were', async (samples) => {
  for (const [width, height] of [
    [1, 1],
    [37, 21],
    [130, 70],
  ] as const) {
    const given = tile(width, height, samples)
    const encoded = await encodeWebp(given, { lossless: true })
    expect(webpSize(encoded)).toEqual({ width, height, alpha: samples === 4 })
    expect(await decodeWebp(encoded, given)).toEqual({ width, height, samples, data: given.data })
  }
})

test.each([3, 4])('%i samples with loss come back nearly as they were', async (samples) => {
  const given = tile(64, 48, samples)
  const encoded = await encodeWebp(given, { quality: 95 })
  expect(webpSize(encoded)).toEqual({ width: 64, height: 48, alpha: samples === 4 })
  const { data } = await decodeWebp(encoded, given)
  expect(largestDifference(data, given.data)).toBeLessThanOrEqual(24)
})

test('quality is that asked for', async () => {
  const [low, high] = await Promise.all([20, 95].map((quality) => encodeWebp(tile(64, 64, 3), { quality })))
  expect(low?.length).toBeLessThan((high?.length ?? 0) / 2)
})

test('alpha is left out or taken for opaque, as expected', async () => {
  const given = tile(20, 10, 4)
  const transparent = await encodeWebp(given, { lossless: true })
  const rgb = await decodeWebp(transparent, { ...given, samples: 3 })
  expect(rgb.data).toEqual(given.data.filter((_, i) => i % 4 !== 3))
  const opaque = await encodeWebp({ ...tile(20, 10, 3), data: Uint8Array.from(rgb.data) }, { lossless: true })
  const rgba = await decodeWebp(opaque, { width: 20, height: 10, samples: 4 })
  expect(rgba.data).toEqual(given.data.map((value, i) => (i % 4 === 3 ? 255 : value)))
})

test('says what it holds where something else is expected', async () => {
  const encoded = await encodeWebp(tile(64, 48, 3), { quality: 80 })
  await expect(decodeWebp(encoded, tile(32, 48, 3))).rejects.toThrow(
    'WebP: holds 64 × 48 × 3 where 32 × 48 × 3 is expected',
  )
  await expect(decodeWebp(encoded, tile(64, 48, 1))).rejects.toThrow(SlideError)
  const cut = await decodeWebp(encoded, { ...tile(64, 20, 3), allowTaller: true })
  expect(cut.data).toHaveLength(64 * 20 * 3)
})

test('refuses an animation', async () => {
  const frame = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const
  const second = { create: { width: 8, height: 8, channels: 3, background: 'blue' } } as const
  const frames = await Promise.all([frame, second].map((one) => sharp(one).png().toBuffer()))
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  await expect(decodeWebp(animation, tile(8, 8, 3))).rejects.toThrow('animation')
})

test.each([true, false])('cut anywhere, is right or an error (lossless: %s)', async (lossless) => {
  const given = tile(24, 16, 3)
  const encoded = await encodeWebp(given, { lossless })
  const whole = await decodeWebp(encoded, given)
  let errors = 0
  for (let length = 0; length < encoded.length; length++) {
    const result = await decodeWebp(encoded.subarray(0, length), given).catch((e: unknown) => e)
    if (result instanceof SlideError) errors++
    else expect(result).toEqual(whole)
  }
  expect(errors).toBeGreaterThanOrEqual(encoded.length - 2)
})

test('damaged, is of the expected size or an error', async () => {
  const given = tile(32, 32, 3)
  const encoded = await encodeWebp(given, { quality: 80 })
  for (let seed = 0; seed < 150; seed++) {
    const result = await decodeWebp(mutated(encoded, seed), given).catch((e: unknown) => e)
    if (result instanceof Error) expect(result).toBeInstanceOf(SlideError)
    else expect(result).toMatchObject({ width: 32, height: 32, samples: 3, data: { length: 3072 } })
  }
})

test('does not begin once aborted', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(decodeWebp(new Uint8Array(9), tile(8, 8, 3), signal)).rejects.toThrow('gone')
})
