import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { readSample, samplesFolder } from '../test-support/test-samples.ts'
import { decodeJpeg, encodeJpeg } from './jpeg.ts'
import { assembleJpeg, jpegSize } from './jpeg-stream.ts'
import { joinJpegs } from './test-support/join-jpegs.ts'
import { largestDifference } from './test-support/largest-difference.ts'
import { readBlock } from './test-support/read-block.ts'
import { gradient, mutated } from './test-support/seeded-bytes.ts'
import { yccToRgb } from './ycc.ts'

const tile = (width: number, height: number, samples: number) =>
  ({ width, height, samples, pixelType: 'u8', data: gradient(width, height, samples) }) as const

const best = { quality: 100, subsampling: '4:4:4' } as const

test.each([1, 3])('%s samples come back nearly as they were', async (samples) => {
  for (const [width, height] of [
    [1, 1],
    [37, 21],
    [256, 256],
  ] as const) {
    const given = tile(width, height, samples)
    const decoded = await decodeJpeg(await encodeJpeg(given, best), given)
    expect(decoded).toMatchObject({ width, height, samples })
    expect(largestDifference(decoded.data, given.data)).toBeLessThanOrEqual(4)
  }
})

test('quality and subsampling are those asked for', async () => {
  const given = tile(64, 64, 3)
  const chroma = async (subsampling: '4:4:4' | '4:2:0') => {
    const jpeg = await encodeJpeg(given, { quality: 80, subsampling })
    return (await sharp(jpeg).metadata()).chromaSubsampling
  }
  expect(await chroma('4:4:4')).toBe('4:4:4')
  expect(await chroma('4:2:0')).toBe('4:2:0')
  const small = await encodeJpeg(given, { quality: 10, subsampling: '4:2:0' })
  expect(small.length).toBeLessThan((await encodeJpeg(given, best)).length / 4)
})

test('RGB that says so by APP14 is not taken for YCbCr', async () => {
  const given = tile(32, 32, 3)
  const ycc = await decodeJpeg(await encodeJpeg(given, best), given)
  const asCoded = await decodeJpeg(
    assembleJpeg({ tile: await encodeJpeg(given, best), photometric: 'rgb' }),
    given,
  )
  // The luminance of the first pixel stands where red was.
  const [red = 0, green = 0, blue = 0] = ycc.data
  expect(asCoded.data[0]).toBeCloseTo(0.299 * red + 0.587 * green + 0.114 * blue, -1)
  expect(largestDifference(asCoded.data, ycc.data)).toBeGreaterThan(20)
})

test('colour profiles and orientation are left alone', async () => {
  const given = tile(40, 24, 3)
  const raw = { width: 40, height: 24, channels: 3 } as const
  const plain = await sharp(given.data, { raw }).jpeg(best).toBuffer()
  const dressed = await sharp(given.data, { raw })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3', { attach: true })
    .jpeg(best)
    .toBuffer()
  const [a, b] = await Promise.all([decodeJpeg(plain, given), decodeJpeg(dressed, given)])
  expect([b.width, b.height]).toEqual([40, 24])
  // Converting to P3 and not back leaves other samples than converting to sRGB on the way in would.
  const managed = await sharp(dressed).raw().toBuffer()
  expect(largestDifference(b.data, managed)).toBeGreaterThan(3)
  expect(a.data.length).toBe(b.data.length)
})

test('says what it holds where something else is expected', async () => {
  const jpeg = await encodeJpeg(tile(64, 48, 3), best)
  await expect(decodeJpeg(jpeg, { width: 32, height: 48, samples: 3 })).rejects.toThrow(
    'JPEG: holds 64 × 48 × 3 where 32 × 48 × 3 is expected',
  )
  await expect(decodeJpeg(jpeg, { width: 64, height: 48, samples: 1 })).rejects.toThrow(SlideError)
  await expect(decodeJpeg(jpeg, { width: 64, height: 40, samples: 3 })).rejects.toThrow(SlideError)
})

test('a taller strip is cut where that is allowed, a lower one is an error', async () => {
  const given = tile(64, 48, 3)
  const jpeg = await encodeJpeg(given, best)
  const whole = await decodeJpeg(jpeg, given)
  const cut = await decodeJpeg(jpeg, { width: 64, height: 20, samples: 3, allowTaller: true })
  expect(cut.height).toBe(20)
  expect(cut.data).toEqual(whole.data.subarray(0, 64 * 20 * 3))
  const lower = { width: 64, height: 50, samples: 3, allowTaller: true }
  await expect(decodeJpeg(jpeg, lower)).rejects.toThrow('holds 64 × 48 × 3 where 64 × 50 × 3 is expected')
})

describe('four components', () => {
  const size = { width: 40, height: 24 }
  const greys = () =>
    Promise.all(
      [0, 40, 90, 160].map((from) =>
        encodeJpeg(
          greyTile(({ x, y }) => from + x + 2 * (y % 8)),
          best,
        ),
      ),
    )
  const greyTile = (value: (at: { x: number; y: number }) => number) => {
    const data = Uint8Array.from({ length: 960 }, (_, i) => value({ x: i % 40, y: Math.floor(i / 40) }))
    return { width: 40, height: 24, samples: 1, pixelType: 'u8', data } as const
  }
  const decodeEach = async (jpegs: readonly Uint8Array[]) =>
    Promise.all(jpegs.map((jpeg) => decodeJpeg(jpeg, { ...size, samples: 1 })))

  test.each([undefined, 0] as const)('are given as stored (APP14: %s)', async (adobe) => {
    const stored = await greys()
    const planes = await decodeEach(stored)
    const { data } = await decodeJpeg(joinJpegs(stored, adobe), { ...size, samples: 4 })
    expect(data).toEqual(data.map((_: number, i) => planes[i % 4]?.data[i >> 2] as number))
  })

  test('of YCbCr and black become inks', async () => {
    const stored = await greys()
    const [y, cb, cr, k] = await decodeEach(stored)
    const { data } = await decodeJpeg(joinJpegs(stored, 2), { ...size, samples: 4 })
    const ycc = y?.data.length === 960 ? new Uint8Array(960 * 3) : new Uint8Array()
    for (let i = 0; i < 960; i++)
      ycc.set(
        [y, cb, cr].map((plane) => plane?.data[i] ?? 0),
        i * 3,
      )
    yccToRgb(ycc, 8)
    const expected = data.map((_: number, i) =>
      i % 4 === 3 ? (k?.data[i >> 2] as number) : 255 - (ycc[(i >> 2) * 3 + (i % 4)] as number),
    )
    expect(largestDifference(data, expected)).toBeLessThanOrEqual(1)
  })
})

test('refuses two and five components, 12 bits and hierarchical JPEGs without loss', async () => {
  const given = tile(16, 16, 3)
  const grey = await encodeJpeg(tile(16, 16, 1), best)
  for (const samples of [2, 5]) {
    const jpeg = joinJpegs(Array(samples).fill(grey))
    await expect(decodeJpeg(jpeg, { ...given, samples })).rejects.toThrow(`has ${samples} components, not 1`)
  }
  const jpeg = await encodeJpeg(given, best)
  const frame = Buffer.from(jpeg).indexOf('ffc0', 0, 'hex')
  const changed = (offset: number, value: number) => {
    const copy = Uint8Array.from(jpeg)
    copy[frame + offset] = value
    return copy
  }
  await expect(decodeJpeg(changed(4, 12), given)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(decodeJpeg(changed(1, 0xc7), given)).rejects.toThrow('is lossless and hierarchical')
})

test('one that claims 65500 × 65500 gets no memory', async () => {
  const jpeg = Uint8Array.from(await encodeJpeg(tile(16, 16, 3), best))
  const frame = Buffer.from(jpeg.buffer).indexOf('ffc0', 0, 'hex')
  jpeg.set([0xff, 0xdc, 0xff, 0xdc], frame + 5)
  const before = process.resourceUsage().maxRSS
  await expect(decodeJpeg(jpeg, { width: 16, height: 16, samples: 3 })).rejects.toThrow('65500 × 65500')
  await expect(decodeJpeg(jpeg, { width: 65500, height: 65500, samples: 3 })).rejects.toMatchObject({
    code: 'too_large',
  })
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(32 * 1024)
})

test('one with hundreds of scans gets no time', async () => {
  const given = tile(64, 64, 3)
  const raw = { width: 64, height: 64, channels: 3 } as const
  const jpeg = await sharp(given.data, { raw }).jpeg({ progressive: true }).toBuffer()
  const { progressive, scanStart } = jpegSize(jpeg)
  expect(progressive).toBe(true)
  expect((await decodeJpeg(jpeg, given)).width).toBe(64)
  const last = jpeg.lastIndexOf('ffda', undefined, 'hex')
  expect(last).toBeGreaterThan(scanStart)
  const scan = jpeg.subarray(last, -2)
  const bomb = Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 200 }, () => scan),
    jpeg.subarray(-2),
  ])
  await expect(decodeJpeg(bomb, given)).rejects.toThrow('JPEG: has more than 100 scans')
})

test('stray bytes between segments and after the end do not matter', async () => {
  const given = tile(32, 32, 3)
  const jpeg = Buffer.from(await encodeJpeg(given, best))
  const whole = await decodeJpeg(jpeg, given)
  expect(await decodeJpeg(Buffer.concat([jpeg, Buffer.alloc(100)]), given)).toEqual(whole)
  expect(await decodeJpeg(jpeg.subarray(0, -2), given)).toEqual(whole)
  const tables = jpeg.indexOf('ffdb', 0, 'hex')
  const stray = Buffer.concat([
    jpeg.subarray(0, tables),
    Buffer.from('12ff0034', 'hex'),
    jpeg.subarray(tables),
  ])
  expect(await decodeJpeg(stray, given)).toEqual(whole)
  const odd = Buffer.from('ffee000e41646f626500640000000007', 'hex')
  const withOdd = Buffer.concat([jpeg.subarray(0, tables), odd, jpeg.subarray(tables)])
  expect(await decodeJpeg(withOdd, given)).toEqual(whole)
})

test.each([false, true])('cut anywhere, is right or an error (progressive: %s)', async (progressive) => {
  const given = tile(24, 16, 3)
  const raw = { width: 24, height: 16, channels: 3 } as const
  const jpeg = await sharp(given.data, { raw }).jpeg({ progressive, quality: 60 }).toBuffer()
  const whole = await decodeJpeg(jpeg, given)
  let errors = 0
  for (let length = 0; length < jpeg.length; length++) {
    const result = await decodeJpeg(jpeg.subarray(0, length), given).catch((e: unknown) => e)
    if (result instanceof SlideError) errors++
    else expect(result).toEqual(whole)
  }
  expect(errors).toBeGreaterThanOrEqual(jpeg.length - 4)
})

test('damaged, is of the expected size or an error', async () => {
  const given = tile(32, 32, 3)
  const jpeg = await encodeJpeg(given, { quality: 70, subsampling: '4:2:0' })
  for (let seed = 0; seed < 150; seed++) {
    const result = await decodeJpeg(mutated(jpeg, seed), given).catch((e: unknown) => e)
    if (result instanceof Error) expect(result).toBeInstanceOf(SlideError)
    else expect(result).toMatchObject({ width: 32, height: 32, samples: 3, data: { length: 3072 } })
  }
})

test('does not begin once aborted', async () => {
  const jpeg = await encodeJpeg(tile(8, 8, 3), best)
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(decodeJpeg(jpeg, tile(8, 8, 3), signal)).rejects.toThrow('gone')
})

test('refuses to store what JPEG does not', async () => {
  const deep = { width: 2, height: 2, samples: 1, pixelType: 'u16', data: new Uint16Array(4) } as const
  await expect(encodeJpeg(deep, best)).rejects.toThrow('samples of type u16')
  await expect(encodeJpeg(tile(2, 2, 4), best)).rejects.toThrow('alpha')
})

if (samplesFolder) {
  test('a tile of an Aperio slide, whose JPEG holds RGB, is what OpenSlide reads', async () => {
    const file = await readSample('svs', 'CMU-1-Small-Region.svs')
    const name = 'CMU-1-Small-Region.svs.L0.960.1200.480x240.png'
    const reference = await sharp(await readSample('reference', name))
      .removeAlpha()
      .raw()
      .toBuffer()
    const tilesAcross = Math.ceil(2220 / 240)
    for (const column of [0, 1]) {
      const jpeg = assembleJpeg({ ...readBlock(file, 0, 5 * tilesAcross + 4 + column), photometric: 'rgb' })
      const { data } = await decodeJpeg(jpeg, { width: 240, height: 240, samples: 3 })
      const crop = Buffer.concat(
        Array.from({ length: 240 }, (_, y) => {
          const start = (y * 480 + column * 240) * 3
          return reference.subarray(start, start + 240 * 3)
        }),
      )
      expect(largestDifference(data, crop)).toBeLessThanOrEqual(2)
    }
  })
}
