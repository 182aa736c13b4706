import { describe, expect, it } from 'vitest'
import type { PixelTile } from '../pixels.ts'
import { applyIcc, openIccTransform } from './icc.ts'
import { builtInProfile, matrixProfile, tableProfile } from './test-support/icc-profiles.ts'
import { scattered, tileOf } from './test-support/memory-image.ts'

const colors = tileOf('u8', 64, 64, 3, (x, y, s) => scattered(x, y, s, 256))

function largestDifference(a: PixelTile, b: { data: ArrayLike<number> }) {
  let most = 0
  for (let i = 0; i < a.data.length; i++) most = Math.max(most, Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)))
  return most
}

const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encode = (light: number) =>
  255 *
  (light <= 0 ? 0 : light >= 1 ? 1 : light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)

/** Linear Display P3 to linear sRGB, as published with CSS Color 4. */
const p3ToSrgb = [
  [1.2249402, -0.2249402, 0],
  [-0.0420569, 1.0420569, 0],
  [-0.0196376, -0.0786361, 1.0982735],
]

describe('openIccTransform', () => {
  it('turns Display P3 into sRGB as the published matrix does', async () => {
    const transform = await openIccTransform(await builtInProfile('p3'))
    const result = await transform.apply(colors)
    const expected = Array.from({ length: colors.data.length }, (_, i) => {
      const pixel = i - (i % 3)
      const light = [0, 1, 2].map((s) => decode((colors.data[pixel + s] ?? 0) / 255))
      return encode((p3ToSrgb[i % 3] ?? []).reduce((sum, weight, s) => sum + weight * (light[s] ?? 0), 0))
    })
    // Near black sRGB is so steep that the rounding of the profile's own matrix shows.
    expect(largestDifference(result, { data: expected })).toBeLessThan(4)
    const off = expected.map((value, i) => Math.abs(value - (result.data[i] ?? 0)))
    expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(0.35)
    expect(transform.error?.max).toBeLessThanOrEqual(3)
    expect(transform.error?.mean).toBeLessThanOrEqual(1)
    expect(largestDifference(result, colors)).toBeGreaterThan(20)
  })

  it('leaves sRGB as it is within 1', async () => {
    const transform = await openIccTransform(await builtInProfile('srgb'))
    expect(largestDifference(await transform.apply(colors), colors)).toBeLessThanOrEqual(1)
  })

  it('follows other curves down to black', async () => {
    const greys = tileOf('u8', 256, 1, 3, (x) => x)
    for (const gamma of [1, 1.8, 2.2]) {
      const result = await (await openIccTransform(matrixProfile(gamma))).apply(greys)
      const expected = Array.from({ length: 768 }, (_, i) => encode((Math.floor(i / 3) / 255) ** gamma))
      expect(largestDifference(result, { data: expected })).toBeLessThan(1.6)
    }
    const sampled = await openIccTransform(matrixProfile(0, 10_000, 65535))
    const result = await sampled.apply(greys)
    expect(Math.abs((result.data[128 * 3] ?? 0) - encode(10_000 / 65535))).toBeLessThan(3)
    expect([...result.data.subarray(0, 3)]).toEqual([0, 0, 0])
    expect([...result.data.subarray(765)]).toEqual([255, 255, 255])
  })

  it('uses the tables of a profile that has them', async () => {
    const transform = await openIccTransform(tableProfile())
    expect(transform.error).toBeNull()
    const result = await transform.apply(tileOf('u8', 3, 1, 3, (x) => [0, 128, 255][x] ?? 0))
    const lightness = encode(((100 * 128) / 255 / 116 + 16 / 116) ** 3)
    expect(Math.abs((result.data[3] ?? 0) - lightness)).toBeLessThan(3)
    expect(result.data[0]).toBeLessThan(3)
    expect(result.data[8]).toBeGreaterThan(252)
  })

  it('gives the same each time and leaves its input alone', async () => {
    const transform = await openIccTransform(await builtInProfile('p3'))
    const before = colors.data.slice()
    expect(await transform.apply(colors)).toEqual(await transform.apply(colors))
    expect(colors.data).toEqual(before)
  })

  it('refuses profiles that are broken, saying what is', async () => {
    const good = await builtInProfile('p3')
    const changed = (change: (bytes: Uint8Array) => void) => {
      const bytes = Uint8Array.from(good)
      change(bytes)
      return bytes
    }
    const failing = async (profile: Uint8Array) => {
      const failure = await applyIcc(colors, profile).catch((error) => error)
      expect(failure.code).toBe('malformed')
      return failure.reason
    }
    expect(await failing(new Uint8Array(0))).toBe('has 0 bytes, less than its header')
    expect(await failing(new Uint8Array(500))).toBe("lacks the signature 'acsp'")
    expect(await failing(good.subarray(0, 300))).toBe('says it has 480 bytes; there are 300')
    expect(await failing(changed((bytes) => bytes.set([0, 0, 1, 0], 132 + 4 * 12 + 4)))).toContain(
      'usable rXYZ',
    )
    expect(await failing(changed((bytes) => bytes.set([0xff, 0, 0, 0], 132 + 4)))).toBe(
      'has tag "desc" beyond its end',
    )
    expect(await failing(changed((bytes) => bytes.set([0xff, 0xff], 128)))).toContain(
      'says it has 4294901770 tags',
    )
    expect(await failing(changed((bytes) => bytes.set(Buffer.from('GRAY'), 16)))).toBe(
      'describes "GRAY" pixels; these are RGB',
    )
    expect(await failing(changed((bytes) => bytes.set(Buffer.from('none'), 0x1c0)))).toContain(
      'no usable rTRC',
    )
    expect(await failing(tableProfile(60))).toBe("can't be used: the colour library rejects it")
  })

  it('survives profiles with any byte changed', async () => {
    const good = await builtInProfile('p3')
    // Another third of the places each time.
    const first = 7 * (Number(process.env.CRESYL_TEST_SEED) % 3)
    for (let at = first; at < good.length; at += 21) {
      const bytes = Uint8Array.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const result = await applyIcc(colors, bytes).catch((error) => error)
      expect(result.code === 'malformed' || result.data?.length === colors.data.length).toBe(true)
    }
  })

  it('takes RGB of 8 bits only', async () => {
    const profile = await builtInProfile('p3')
    await expect(
      applyIcc(
        tileOf('u16', 1, 1, 3, () => 0),
        profile,
      ),
    ).rejects.toThrow('takes RGB of 8 bits, not 3 × u16')
    await expect(
      applyIcc(
        tileOf('u8', 1, 1, 1, () => 0),
        profile,
      ),
    ).rejects.toThrow('not 1 × u8')
  })
})
