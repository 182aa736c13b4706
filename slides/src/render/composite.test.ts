import { describe, expect, it } from 'vitest'
import { type PixelType, pixelTypes } from '../pixels.ts'
import {
  type ChannelDisplay,
  compositeChannels,
  createCompositor,
  displayRgb,
  keptTable,
  layOverWhite,
} from './composite.ts'
import { scattered, tileOf } from './test-support/memory-image.ts'

const lowest: Record<PixelType, number> = {
  u8: 0,
  i8: -128,
  u16: 0,
  i16: -32768,
  u32: 0,
  i32: -(2 ** 31),
  f32: -1,
}
const span: Record<PixelType, number> = {
  u8: 256,
  i8: 256,
  u16: 65536,
  i16: 65536,
  u32: 2 ** 32,
  i32: 2 ** 32,
  f32: 3,
}

const brightness = (value: number, { window: [low, high], gamma = 1 }: ChannelDisplay) =>
  Math.max(0, Math.min(1, (value - low) / (high - low))) ** gamma

describe('compositeChannels', () => {
  it('adds up window, gamma and colour of every channel, for every pixel type', () => {
    for (const type of pixelTypes) {
      const at = (share: number) => lowest[type] + span[type] * share
      const displays: ChannelDisplay[] = [
        { channel: 0, color: 0x0000ff, window: [at(0.1), at(0.9)] },
        { channel: 1, color: 0x20ff40, window: [at(0.3), at(0.5)], gamma: 0.5 },
        { channel: 2, color: 0xff8000, window: [at(0.8), at(0.2)], gamma: 2 },
      ]
      const tiles = displays.map((_, c) =>
        tileOf(type, 70, 50, 1, (x, y) => lowest[type] + (scattered(x, y, c, 1e6) / 1e6) * span[type]),
      )
      const result = compositeChannels(tiles, displays)
      let worst = 0
      for (let i = 0; i < result.data.length; i++) {
        const shift = [16, 8, 0][i % 3] ?? 0
        const sum = displays.reduce((total, display, c) => {
          const value = tiles[c]?.data[Math.floor(i / 3)] ?? 0
          return total + brightness(value, display) * ((display.color >> shift) & 255)
        }, 0)
        worst = Math.max(worst, Math.abs((result.data[i] ?? 0) - Math.min(255, sum)))
      }
      expect(worst).toBeLessThan(0.501)
    }
  })

  it('shows the ends of a window as black and as the full colour, and clamps beyond', () => {
    const tile = tileOf('u16', 5, 1, 1, (x) => [0, 100, 150, 200, 65535][x] ?? 0)
    const result = compositeChannels([tile], [{ channel: 0, color: 0xff0080, window: [100, 200] }])
    expect([...result.data]).toEqual([0, 0, 0, 0, 0, 0, 128, 0, 64, 255, 0, 128, 255, 0, 128])
  })

  it('saturates at 255 instead of wrapping', () => {
    const tile = tileOf('u8', 1, 1, 1, () => 200)
    const display = { color: 0xff80ff, window: [0, 255] } as const
    const result = compositeChannels(
      [tile, tile],
      [
        { channel: 0, ...display },
        { channel: 1, ...display },
      ],
    )
    expect([...result.data]).toEqual([255, 201, 255])
  })

  it('takes tiles for visible channels only', () => {
    const tile = tileOf('u8', 1, 1, 1, () => 255)
    const displays: ChannelDisplay[] = [
      { channel: 0, color: 0xff0000, window: [0, 255], visible: false },
      { channel: 1, color: 0x00ff00, window: [0, 255] },
    ]
    expect([...compositeChannels([tile], displays).data]).toEqual([0, 255, 0])
    expect(() => compositeChannels([tile, tile], displays)).toThrow('got 2 tiles for 1 visible channels')
  })

  it('treats a window without width as a threshold and what is no number as dark', () => {
    const tile = tileOf('f32', 4, 1, 1, (x) => [0.5, 0.6, Number.NaN, Number.POSITIVE_INFINITY][x] ?? 0)
    const result = compositeChannels([tile], [{ channel: 0, color: 0x0000ff, window: [0.5, 0.5] }])
    expect([2, 5, 8, 11].map((i) => result.data[i])).toEqual([0, 255, 0, 255])
  })

  it('refuses windows and exponents that are none, and tiles that do not fit', () => {
    const display = { channel: 0, color: 0xffffff, window: [0, 1] } as const
    expect(() => createCompositor('u8', [{ ...display, window: [0, Number.NaN] }])).toThrow(
      'window from 0 to NaN',
    )
    expect(() => createCompositor('u8', [{ ...display, gamma: 0 }])).toThrow('gamma of 0')
    const composite = createCompositor('u8', [display])
    expect(() => composite([tileOf('u16', 1, 1, 1, () => 0)])).toThrow(
      '1 × 1, 1 × u16 instead of 1 × 1, 1 × u8',
    )
    expect(() => composite([tileOf('u8', 1, 1, 3, () => 0)])).toThrow('3 × u8')
  })
})

describe('displayRgb', () => {
  it('spreads a window of 16-bit colours over 8 bits', () => {
    const tile = tileOf('u16', 1, 2, 3, (_x, y, s) => [0, 2048, 4095, 5000, 1, 1024][y * 3 + s] ?? 0)
    expect([...displayRgb(tile, [0, 4095]).data]).toEqual([0, 128, 255, 255, 0, 64])
    expect([...displayRgb(tile, [0, 4095], 0.5).data].slice(0, 2)).toEqual([0, 180])
  })

  it('hands 8-bit colours on untouched when nothing changes them', () => {
    const tile = tileOf('u8', 2, 2, 3, (x) => x)
    expect(displayRgb(tile, [0, 255])).toBe(tile)
  })
})

describe('tables', () => {
  it('are made once for a window that is handed over again, for each type and gamma', () => {
    const window = [10, 500] as const
    const table = keptTable('u16', window)
    expect(keptTable('u16', window, 1)).toBe(table)
    expect(table?.[255]).toBe(0.5)
    expect(keptTable('u16', window, 2)?.[255]).toBe(0.25)
    expect(keptTable('u8', window)).toHaveLength(256)
    expect(keptTable('u16', [10, 500])).not.toBe(table)
    expect(keptTable('f32', window)).toBeNull()
  })
})

describe('layOverWhite', () => {
  it('mixes with white by alpha', () => {
    const tile = tileOf('u8', 3, 1, 4, (x, _y, s) => (s === 3 ? ([0, 255, 51][x] ?? 0) : 100))
    const flat = layOverWhite(tile, { pixelType: 'u8', bitDepth: 8 })
    expect([flat.samples, ...flat.data]).toEqual([3, 255, 255, 255, 100, 100, 100, 224, 224, 224])
    const deep = layOverWhite(
      tileOf('f32', 1, 1, 4, (_x, _y, s) => [0.2, 0.4, 1, 0.5][s] ?? 0),
      { pixelType: 'f32', bitDepth: 32 },
    )
    expect([...deep.data].map((value) => value.toFixed(3))).toEqual(['0.600', '0.700', '1.000'])
    const of12Bits = tileOf('u16', 2, 1, 4, (x, _y, s) => (s === 3 ? [4095, 819][x] : 1000) ?? 0)
    expect([...layOverWhite(of12Bits, { pixelType: 'u16', bitDepth: 12 }).data]).toEqual([
      1000, 1000, 1000, 3476, 3476, 3476,
    ])
  })

  it('adds white to colours that are multiplied by alpha already, and stays white', () => {
    const tile = tileOf('u8', 3, 1, 4, (x, _y, s) =>
      s === 3 ? ([0, 255, 51][x] ?? 0) : ([0, 100, 90][x] ?? 0),
    )
    const flat = layOverWhite(tile, { pixelType: 'u8', bitDepth: 8, premultipliedAlpha: true })
    expect([...flat.data]).toEqual([255, 255, 255, 100, 100, 100, 255, 255, 255])
    const darker = tileOf('u8', 1, 1, 4, (_x, _y, s) => [10, 20, 51, 51][s] ?? 0)
    const laid = layOverWhite(darker, { pixelType: 'u8', bitDepth: 8, premultipliedAlpha: true })
    expect([...laid.data]).toEqual([214, 224, 255])
  })

  it('takes the highest value that the bits in use can hold for opaque', () => {
    const tile = tileOf('u16', 1, 1, 4, (_x, _y, s) => [0, 1000, 4095, 4095][s] ?? 0)
    expect([...layOverWhite(tile, { pixelType: 'u16', bitDepth: 12 }).data]).toEqual([0, 1000, 4095])
  })

  it('leaves colours without alpha alone', () => {
    const tile = tileOf('u8', 2, 2, 3, (x) => x)
    expect(layOverWhite(tile, { pixelType: 'u8', bitDepth: 8 })).toBe(tile)
  })
})
