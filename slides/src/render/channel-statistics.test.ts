import { describe, expect, it } from 'vitest'
import { type PixelType, pixelTypes } from '../pixels.ts'
import { measureChannels } from './channel-statistics.ts'
import { channelColors, defaultDisplays } from './default-displays.ts'
import { memoryImage, scattered } from './test-support/memory-image.ts'

const rank = (sorted: number[], share: number) => sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]

describe('measureChannels', () => {
  it('finds the exact values by sorting them all, for every pixel type', async () => {
    for (const pixelType of pixelTypes) {
      const offset = pixelType.startsWith('i') ? 100 : 0
      const range: Partial<Record<PixelType, number>> = {
        u16: 60_000,
        u32: 4e9,
        i32: 2e9,
        i16: 30_000,
        f32: 0.5,
      }
      const value = (x: number, y: number, _s: number, _l: number, { c }: { c: number }) =>
        (scattered(x, y, c, 1e6) / 1e6) ** 3 * (range[pixelType] ?? 200) * (c + 1) * 0.5 - offset
      const image = memoryImage({ width: 90, height: 70, pixelType, samples: 1, channels: [{}, {}], value })
      const statistics = await measureChannels(image)
      expect(statistics.map(({ channel }) => channel)).toEqual([0, 1])
      for (const found of statistics) {
        const all: number[] = []
        const kept = new {
          u8: Uint8Array,
          i8: Int8Array,
          u16: Uint16Array,
          i16: Int16Array,
          u32: Uint32Array,
          i32: Int32Array,
          f32: Float32Array,
        }[pixelType](1)
        for (let y = 0; y < 70; y++) {
          for (let x = 0; x < 90; x++) {
            kept[0] = value(x, y, 0, 0, { c: found.channel })
            all.push(kept[0] ?? 0)
          }
        }
        all.sort((a, b) => a - b)
        expect(found.count).toBe(6300)
        expect([found.min, found.low, found.median, found.high, found.max]).toEqual(
          [0, 0.001, 0.5, 0.999, 1].map((share) => rank(all, share)),
        )
        const mean = all.reduce((sum, one) => sum + one, 0) / all.length
        expect(Math.abs(found.mean - mean)).toBeLessThan(Math.abs(mean) * 1e-9 + 1e-9)
        expect(found.histogram.counts.reduce((sum, one) => sum + one, 0)).toBe(6300)
      }
    }
  })

  it('reads the finest level that is small enough', async () => {
    const image = memoryImage({ width: 800, height: 800, samples: 1, factors: [1, 2, 4, 8], tileWidth: 64 })
    const [found] = await measureChannels(image, { maxPixels: 50_000 })
    expect(found?.level).toBe(2)
    expect(found?.count).toBe(40_000)
  })

  it('measures tiles spread over an image without small levels', async () => {
    const image = memoryImage({ width: 6400, height: 3200, samples: 1, tileWidth: 64, tileHeight: 64 })
    await measureChannels(image, { maxPixels: 64 * 64 * 50 })
    const places = image.reads.map((read) => read.slice(2).split(' ')[0]?.split(',').map(Number) ?? [])
    expect(places.length).toBe(50)
    expect(new Set(places.map(([x]) => x)).size).toBe(10)
    expect(new Set(places.map(([, y]) => y)).size).toBe(5)
  })

  it('measures the colours of RGB apart', async () => {
    const image = memoryImage({ width: 20, height: 20, value: (_x, _y, sample) => sample * 10 })
    const found = await measureChannels(image)
    expect(found.map(({ channel, sample, mean }) => [channel, sample, mean])).toEqual([
      [0, 0, 0],
      [0, 1, 10],
      [0, 2, 20],
    ])
  })

  it('leaves out what is no number, and survives nothing else being there', async () => {
    const values = [Number.NaN, 1, Number.POSITIVE_INFINITY, 3]
    const image = memoryImage({
      width: 4,
      height: 1,
      samples: 1,
      pixelType: 'f32',
      value: (x) => values[x] ?? 0,
    })
    const [found] = await measureChannels(image)
    expect([found?.count, found?.min, found?.max, found?.mean]).toEqual([2, 1, 3, 2])
    const empty = memoryImage({ width: 4, height: 1, samples: 1, pixelType: 'f32', value: () => Number.NaN })
    const [none] = await measureChannels(empty)
    expect(none?.count).toBe(0)
    const [display] = defaultDisplays(empty, none ? [none] : [])
    expect((display?.window[1] ?? 0) > (display?.window[0] ?? 0)).toBe(true)
  })

  it('stops when aborted', async () => {
    const abort = new AbortController()
    const image = memoryImage({
      width: 400,
      height: 400,
      samples: 1,
      onRead: () => abort.abort(new Error('no more')),
    })
    await expect(measureChannels(image, {}, abort.signal)).rejects.toThrow('no more')
    expect(image.reads.length).toBeLessThan(6)
  })
})

describe('defaultDisplays', () => {
  it('shows the middle of the values, never nothing', async () => {
    for (const [pixelType, constant] of [
      ['u8', 255],
      ['u16', 65535],
      ['i16', 5],
      ['i32', 2147483647],
      ['f32', 0],
      ['u16', 0],
    ] as const) {
      const image = memoryImage({ width: 9, height: 9, samples: 1, pixelType, value: () => constant })
      const [display] = defaultDisplays(image, await measureChannels(image))
      const [low, high] = display?.window ?? [0, 0]
      expect(high).toBeGreaterThan(low)
      expect(low <= constant && constant <= high).toBe(true)
    }
    const ramp = memoryImage({ width: 1000, height: 1, samples: 1, pixelType: 'u16', value: (x) => x + 100 })
    expect(defaultDisplays(ramp, await measureChannels(ramp))[0]?.window).toEqual([100, 1098])
  })

  it('shows RGB as it is', () => {
    const image = memoryImage({ width: 9, height: 9, samples: 3, pixelType: 'u16', bitDepth: 12 })
    expect(defaultDisplays(image, [])).toEqual([{ channel: 0, color: 0xffffff, window: [0, 4095] }])
  })
})

describe('channelColors', () => {
  it('takes the colours of the file', () => {
    expect(channelColors([{ color: 0x123456 }, { color: 0xffffff }])).toEqual([0x123456, 0xffffff])
  })

  it('does not take white for every channel, nor black, for colours', () => {
    expect(
      channelColors([
        { color: 0xffffff, name: 'DAPI' },
        { color: 0xffffff, name: 'FITC' },
      ]),
    ).toEqual([0x0000ff, 0x00ff00])
    expect(channelColors([{ color: 0 }, { color: 0xff0000 }])).toEqual([0x00ff00, 0xff0000])
  })

  it('knows the usual dyes and wavelengths', () => {
    const names = [
      'DAPI',
      'Alexa Fluor 488',
      'Opal 570',
      'Cy5',
      'Texas Red',
      'Hoechst 33342',
      'eGFP',
      'AF647',
    ]
    const colors = channelColors(names.map((name) => ({ name })))
    expect(colors).toEqual([0x0000ff, 0x00ff00, 0xffa000, 0xff00ff, 0xff0000, 0x0000ff, 0x00ff00, 0xff00ff])
    expect(channelColors([{ emissionWavelength: 461 }, { emissionWavelength: 519 }])).toEqual([
      0x0000ff, 0x00ff00,
    ])
  })

  it('gives unknown channels hues that differ, and a single one white', () => {
    const colors = channelColors([{ name: 'CD3' }, { name: 'CD8' }, { name: 'DAPI' }, { name: 'CD20' }])
    expect(new Set(colors).size).toBe(4)
    expect(channelColors([{}])).toEqual([0xffffff])
    expect(channelColors(Array.from({ length: 40 }, () => ({})))).toHaveLength(40)
  })
})
