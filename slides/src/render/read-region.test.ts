import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { pixelTypes } from '../pixels.ts'
import { seededRandom } from '../test-support/seeded.ts'
import { readRegion } from './read-region.ts'
import { memoryImage, scattered } from './test-support/memory-image.ts'

describe('readRegion', () => {
  it('puts any rectangle together from tiles, exactly, for every pixel type', async () => {
    const random = seededRandom(4)
    for (const pixelType of pixelTypes) {
      for (const samples of [1, 3, 4] as const) {
        const offset = pixelType.startsWith('i') ? 128 : 0
        const value = (x: number, y: number, s: number) => scattered(x, y, s, 256) - offset
        const image = memoryImage({
          width: 75,
          height: 53,
          tileWidth: 20,
          tileHeight: 12,
          pixelType,
          samples,
          value,
        })
        const [x, y] = [Math.floor(random() * 90) - 20, Math.floor(random() * 70) - 20]
        const [width, height] = [1 + Math.floor(random() * 80), 1 + Math.floor(random() * 60)]
        const region = await readRegion(image, { level: 0, x, y, width, height })
        expect([region.width, region.height, region.data.length]).toEqual([
          width,
          height,
          width * height * samples,
        ])
        const outside = pixelType === 'u8' && samples >= 3 ? 255 : 0
        const expected = Array.from({ length: region.data.length }, (_, i) => {
          const [s, pixel] = [i % samples, Math.floor(i / samples)]
          const [px, py] = [x + (pixel % width), y + Math.floor(pixel / width)]
          const isInside = px >= 0 && py >= 0 && px < 75 && py < 53
          return isInside ? value(px, py, s) : s < 3 ? outside : 0
        })
        expect([...region.data]).toEqual(expected)
      }
    }
  })

  it('reads each tile once, and only those it needs', async () => {
    const image = memoryImage({ width: 100, height: 100 })
    const told: string[] = []
    const progress = (done: number, total: number) => told.push(`${done}/${total}`)
    await readRegion(image, { level: 0, x: 15, y: 31, width: 18, height: 2, progress })
    expect(image.reads).toEqual(['0/0,1 0', '0/1,1 0', '0/2,1 0', '0/0,2 0', '0/1,2 0', '0/2,2 0'])
    expect(told.at(-1)).toBe('6/6')
  })

  it('asks for a few tiles at a time only', async () => {
    let [now, most] = [0, 0]
    const onRead = async () => {
      most = Math.max(most, ++now)
      await nextTurn()
      now--
    }
    await readRegion(memoryImage({ width: 160, height: 160, onRead }), {
      level: 0,
      x: 0,
      y: 0,
      width: 160,
      height: 160,
    })
    expect(most).toBe(4)
  })

  it('reads the plane and the level asked for', async () => {
    const value = (
      x: number,
      _y: number,
      _s: number,
      level: number,
      { c, z, t }: { c: number; z: number; t: number },
    ) => x + level * 10_000 + c * 1000 + z * 100 + t * 10
    const options = { width: 8, height: 8, pixelType: 'u16', samples: 1, channels: [{}, {}] } as const
    const image = memoryImage({ ...options, factors: [1, 2], sizeZ: 3, sizeT: 4, value })
    const region = await readRegion(image, {
      level: 1,
      x: 1,
      y: 0,
      width: 2,
      height: 1,
      plane: { c: 1, z: 2, t: 3 },
    })
    expect([...region.data]).toEqual([11_231, 11_232])
  })

  it('cuts to the level when told to clip', async () => {
    const image = memoryImage({ width: 40, height: 30, value: (x, y) => x + y })
    const region = await readRegion(image, { level: 0, x: -5, y: 25, width: 100, height: 100, clip: true })
    expect([region.width, region.height, region.data[0]]).toEqual([40, 5, 25])
    await expect(
      readRegion(image, { level: 0, x: 40, y: 0, width: 5, height: 5, clip: true }),
    ).rejects.toThrow('region: lies outside the 40 × 30 px of level 0')
  })

  it('refuses huge regions with their numbers before reading anything', async () => {
    const image = memoryImage({ width: 1_000_000, height: 1_000_000 })
    const failure = await readRegion(image, { level: 0, x: 0, y: 0, width: 100_000, height: 100_000 }).catch(
      (e) => e,
    )
    expect(failure).toBeInstanceOf(SlideError)
    expect([failure.code, failure.message]).toEqual([
      'too_large',
      'region: would be 100000 × 100000 px, 10000 MP of at most 268 MP; ask for less or at a coarser scale',
    ])
    expect(image.reads).toEqual([])
    expect(limits.regionPixels).toBe(2 ** 28)
  })

  it('refuses levels, sizes and places that are none', async () => {
    const image = memoryImage({ width: 40, height: 30 })
    const read = (region: object) =>
      readRegion(image, { level: 0, x: 0, y: 0, width: 1, height: 1, ...region })
    await expect(read({ level: 1 })).rejects.toThrow(
      'level 1: does not exist; the image has 1, counted from 0',
    )
    await expect(read({ width: 0 })).rejects.toThrow('is no rectangle')
    await expect(read({ width: 1.5 })).rejects.toThrow('has no whole number of pixels: 1.5 × 1')
    await expect(read({ x: 0.5 })).rejects.toThrow('begins between pixels')
    await expect(read({ y: Number.POSITIVE_INFINITY })).rejects.toThrow('is no rectangle')
  })

  it('stops at once when aborted, though a tile never comes', async () => {
    const abort = new AbortController()
    const image = memoryImage({ width: 100, height: 100, onRead: () => new Promise(() => undefined) })
    const reading = readRegion(image, { level: 0, x: 0, y: 0, width: 100, height: 100 }, abort.signal)
    await nextTurn()
    expect(image.reads.length).toBe(4)
    abort.abort(new Error('not wanted'))
    await expect(reading).rejects.toThrow('not wanted')
    expect(image.reads.length).toBe(4)
  })

  it('fails with the first bad tile and aborts the others', async () => {
    const signals: AbortSignal[] = []
    const image = memoryImage({
      width: 100,
      height: 100,
      onRead: ({ x, signal }) => {
        if (signal) signals.push(signal)
        if (x === 1) throw new SlideError('truncated', 'tile 1', 'ends early')
        return nextTurn()
      },
    })
    await expect(readRegion(image, { level: 0, x: 0, y: 0, width: 100, height: 100 })).rejects.toThrow(
      'ends early',
    )
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect(image.reads.length).toBeLessThan(8)
  })

  it('refuses a tile that is not what the image says', async () => {
    const image = memoryImage({ width: 40, height: 30 })
    const liar = { ...image, samples: 1 as const }
    await expect(readRegion(liar, { level: 0, x: 0, y: 0, width: 4, height: 4 })).rejects.toThrow(
      'level 0 tile 0,0: is 16 × 16, 3 × u8 instead of 16 × 16, 1 × u8',
    )
  })
})
