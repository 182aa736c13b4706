import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { type PixelTile, pixelTypes } from '../pixels.ts'
import { seededRandom } from '../test-support/seeded.ts'
import { readRegion } from './read-region.ts'
import { chooseLevel, levelScale, planRegion } from './region-plan.ts'
import { resampleTile } from './resample.ts'
import { samplePlan, sampleRegion } from './sample-region.ts'
import { memoryImage, scattered } from './test-support/memory-image.ts'

function largestDifference(a: PixelTile, b: PixelTile): number {
  let most = 0
  for (let i = 0; i < a.data.length; i++)
    most = Math.max(most, Math.abs((a.data[i] ?? 0) - (b.data[i] ?? Number.NaN)))
  return most
}

describe('sampleRegion', () => {
  it('gives from tiles what resampling the whole level gives, for every pixel type', async () => {
    const random = seededRandom(5)
    for (const pixelType of pixelTypes) {
      for (const samples of [1, 3, 4] as const) {
        const offset = pixelType.startsWith('i') ? 128 : 0
        const value = (x: number, y: number, s: number) => scattered(x, y, s, 256) - offset
        const image = memoryImage({
          width: 150,
          height: 110,
          tileWidth: 32,
          tileHeight: 16,
          pixelType,
          samples,
          value,
        })
        const level = await readRegion(image, { level: 0, x: 0, y: 0, width: 150, height: 110 })
        for (const run of [0, 1]) {
          const region = {
            x: random() * 100 - 30,
            y: random() * 100 - 30,
            width: 20 + random() * 120,
            height: 20 + random() * 120,
          }
          const [outputWidth, outputHeight] = [1 + Math.floor(random() * 90), 1 + Math.floor(random() * 90)]
          const result = await sampleRegion(image, { ...region, outputWidth, outputHeight })
          const white = pixelType === 'u8' && samples >= 3 ? 255 : 0
          const background = [white, white, white, 0].slice(0, samples)
          const expected = resampleTile(level, region, outputWidth, outputHeight, background)
          expect([result.width, result.height, result.pixelType]).toEqual([
            outputWidth,
            outputHeight,
            pixelType,
          ])
          // Sums over tiles round differently in the last bit.
          expect(largestDifference(result, expected)).toBeLessThanOrEqual(pixelType === 'f32' ? 1e-4 : 1)
          if (run > 0) continue
          expect(await sampleRegion(image, { ...region, outputWidth, outputHeight })).toEqual(result)
        }
      }
    }
  })

  it('gives the same at a coarse scale whichever level it comes from, where levels are means', async () => {
    const means = (x: number, y: number, _s: number, level: number) => {
      const factor = [1, 4, 16][level] ?? 1
      let sum = 0
      for (let j = 0; j < factor; j++)
        for (let i = 0; i < factor; i++) sum += (x * factor + i) * 2 + (y * factor + j)
      return sum / factor ** 2
    }
    const options = { width: 330, height: 270, pixelType: 'f32', samples: 1, value: means } as const
    const pyramid = memoryImage({ ...options, factors: [1, 4, 16] })
    const single = memoryImage(options)
    const region = { x: 21.5, y: 13.25, width: 240, height: 200, downsample: 20 }
    const fromLevels = await sampleRegion(pyramid, region)
    const fromAll = await sampleRegion(single, region)
    expect(pyramid.reads.every((read) => read.startsWith('2/'))).toBe(true)
    expect(largestDifference(fromLevels, fromAll)).toBeLessThan(0.01)
  })

  it('keeps a µm scale exactly', async () => {
    const image = memoryImage({
      width: 400,
      height: 300,
      samples: 1,
      pixelType: 'f32',
      mpp: { x: 0.25, y: 0.5 },
      value: (x, y) => x + 1000 * y,
    })
    const result = await sampleRegion(image, { x: 10, y: 20, width: 100, height: 50, mpp: 0.75 })
    expect([result.width, result.height]).toEqual([33, 33])
    const at = (x: number, y: number) => result.data[y * 33 + x] ?? 0
    expect(at(5, 7)).toBeCloseTo(10 + 5.5 * 3 - 0.5 + 1000 * (20 + 7.5 * 1.5 - 0.5), 1)
  })

  it('says so when asked for µm where the image knows none', async () => {
    const image = memoryImage({ width: 40, height: 30 })
    const failure = await sampleRegion(image, { x: 0, y: 0, width: 4, height: 4, mpp: 1 }).catch((e) => e)
    expect(failure).toBeInstanceOf(SlideError)
    expect([failure.code, failure.message]).toEqual([
      'unsupported',
      "image: does not say its µm per pixel; ask in pixels ('downsample')",
    ])
  })

  it('reads a huge region at a coarse scale tile by tile, each once', async () => {
    const image = memoryImage({
      width: 800,
      height: 600,
      tileWidth: 20,
      tileHeight: 20,
      samples: 1,
      value: () => 7,
    })
    const told: number[] = []
    const result = await sampleRegion(image, {
      x: 0,
      y: 0,
      width: 800,
      height: 600,
      downsample: 50,
      progress: (done) => told.push(done),
    })
    expect(result.data.every((value) => value === 7)).toBe(true)
    expect(new Set(image.reads).size).toBe(1200)
    expect(image.reads.length).toBe(1200)
    expect(told.at(-1)).toBe(1200)
  })

  it('gives the same in narrow parts as in one', async () => {
    const value = (x: number, y: number, s: number) => scattered(x, y, s, 256)
    const image = memoryImage({ width: 190, height: 120, tileWidth: 24, tileHeight: 40, value })
    const plan = planRegion(image, { x: -20, y: -7, width: 230, height: 140, downsample: 1.7 })
    const window = { left: 3, top: 5, right: plan.width - 2, bottom: plan.height }
    const prepare = (tile: PixelTile) => tile
    const whole = await samplePlan(image, plan, window, { prepare })
    const told: string[] = []
    const progress = (done: number, total: number) => told.push(`${done}/${total}`)
    image.reads.length = 0
    expect(await samplePlan(image, plan, window, { prepare, progress, sumBytes: 1 })).toEqual(whole)
    expect(told.at(-1)).toBe(`${image.reads.length}/${image.reads.length}`)
    expect(image.reads.length).toBeGreaterThan(new Set(image.reads).size)
  })

  it('stops in the middle when aborted', async () => {
    const abort = new AbortController()
    let count = 0
    const image = memoryImage({
      width: 1000,
      height: 1000,
      onRead: () => {
        if (++count === 10) abort.abort(new Error('enough'))
      },
    })
    const region = { x: 0, y: 0, width: 1000, height: 1000, downsample: 10 }
    await expect(sampleRegion(image, region, abort.signal)).rejects.toThrow('enough')
    expect(count).toBeLessThan(20)
  })

  it('lets a timer abort it though its tiles never need waiting for', async () => {
    const image = memoryImage({
      width: 200_000,
      height: 200_000,
      samples: 1,
      tileWidth: 8,
      tileHeight: 8,
    })
    const region = { x: 0, y: 0, width: 200_000, height: 200_000, downsample: 40_000 }
    await expect(sampleRegion(image, region, AbortSignal.timeout(50))).rejects.toThrow('timeout')
  })

  it('refuses outputs that are too large, planes that are not there and contradicting scales', async () => {
    const image = memoryImage({ width: 400, height: 300 })
    const whole = { x: 0, y: 0, width: 400, height: 300 }
    await expect(sampleRegion(image, { ...whole, downsample: 0.001 })).rejects.toMatchObject({
      code: 'too_large',
    })
    await expect(sampleRegion(image, { ...whole, outputWidth: 5_000_000, outputHeight: 1 })).rejects.toThrow(
      'beyond 4000000 px a side',
    )
    await expect(sampleRegion(image, { ...whole, plane: { z: 1 } })).rejects.toThrow(
      'which has channels: 1, z: 1, t: 1, each counted from 0',
    )
    await expect(sampleRegion(image, { ...whole, downsample: 2, outputWidth: 3 })).rejects.toThrow(
      'more than one of',
    )
    await expect(sampleRegion(image, { ...whole, downsample: -1 })).rejects.toThrow('has -1 for a scale')
    expect(image.reads).toEqual([])
  })

  it('is background where the region lies outside', async () => {
    const image = memoryImage({ width: 40, height: 30, samples: 3 })
    const result = await sampleRegion(image, { x: 1e9, y: -1e9, width: 90, height: 90, downsample: 3 })
    expect(result.data.every((value) => value === 255)).toBe(true)
    expect(image.reads).toEqual([])
  })
})

describe('levelScale', () => {
  it('finds the whole factor behind sizes that were rounded', () => {
    const image = memoryImage({ width: 32914, height: 46001, factors: [1, 4, 16, 64] })
    expect([0, 1, 2, 3].map((level) => levelScale(image, level).x)).toEqual([1, 4, 16, 64])
    const small = memoryImage({ width: 330, height: 270, factors: [1, 16] })
    expect(levelScale(small, 1).x).toBe(16)
    const thirds = memoryImage({ width: 900, height: 90, factors: [1, 3, 30] })
    expect([1, 2].map((level) => levelScale(thirds, level).x)).toEqual([3, 30])
    const up = memoryImage({ width: 1001, height: 203, factors: [1, 64], round: Math.ceil })
    expect(levelScale(up, 1)).toEqual({ x: 64, y: 64 })
  })

  it('takes the quotient where no whole factor fits', () => {
    const image = memoryImage({ width: 1000, height: 1000, factors: [1, 2.5] })
    expect(levelScale(image, 1)).toEqual({ x: 2.5, y: 2.5 })
  })

  it('makes the coarsest level count that is fine enough', () => {
    const image = memoryImage({ width: 32914, height: 46001, factors: [1, 4, 16] })
    const choose = (scale: number) => chooseLevel(image, { x: scale, y: scale })
    expect([0.5, 1, 3.9, 4, 15.9, 16, 1000].map(choose)).toEqual([0, 0, 0, 1, 2, 2, 2])
    expect(chooseLevel(image, { x: 16, y: 5 })).toBe(1)
  })
})
