import { describe, expect, test } from 'vitest'
import { plainColors } from '../display/display.ts'
import { blendedRange, channelTones, colorTones, rgbOf, toneOf } from './tones.ts'

describe('colours', () => {
  test('are as they are unless someone changes them', () => {
    for (const value of [0, 0.2, 1]) expect(toneOf(colorTones(plainColors), value)).toBe(value)
  })

  test('brightness moves all, contrast turns around the middle', () => {
    expect(toneOf(colorTones({ ...plainColors, brightness: 0.25 }), 0.5)).toBeCloseTo(0.75)
    expect(toneOf(colorTones({ ...plainColors, brightness: -1 }), 1)).toBe(0)
    const harder = colorTones({ ...plainColors, contrast: 0.5 })
    expect([0.25, 0.5, 0.75].map((value) => toneOf(harder, value))).toEqual([0, 0.5, 1])
    const flat = colorTones({ ...plainColors, contrast: -1 })
    expect([0, 0.5, 1].map((value) => toneOf(flat, value))).toEqual([0.5, 0.5, 0.5])
  })

  test('a gamma above 1 makes what is dark brighter', () => {
    const tones = colorTones({ ...plainColors, gamma: 2 })
    expect(toneOf(tones, 0.25)).toBeCloseTo(0.5)
    expect([toneOf(tones, 0), toneOf(tones, 1)]).toEqual([0, 1])
  })
})

describe('channels', () => {
  const channel = { shown: true, color: '#00FF80', low: 1000, high: 3000, gamma: 1 }
  const seen = (display: typeof channel, window: readonly [number, number], value: number) =>
    toneOf(channelTones(display, window), (value - window[0]) / (window[1] - window[0]))

  test.each([
    ['16 bits', [0, 65_535]],
    ['8 bits, spread over what there is', [500, 4000]],
    ['signed', [-32_768, 32_767]],
  ] as const)('the low value is black and the high one in full, of %s', (_, window) => {
    expect([900, 1000, 1500, 2000, 3000, 3500].map((value) => seen(channel, window, value))).toEqual([
      0,
      expect.closeTo(0),
      expect.closeTo(0.25),
      expect.closeTo(0.5),
      expect.closeTo(1),
      1,
    ])
  })

  test('gamma bends between them', () => {
    expect(seen({ ...channel, gamma: 2 }, [0, 65_535], 1500)).toBeCloseTo(0.5)
    expect(seen({ ...channel, gamma: 0.5 }, [0, 65_535], 2000)).toBeCloseTo(0.25)
  })

  test('a window without width is a threshold', () => {
    const threshold = { ...channel, low: 2000, high: 2000 }
    expect([1999, 2001].map((value) => seen(threshold, [0, 65_535], value))).toEqual([0, 1])
  })

  test('before they are blended, values are cut off where 8 bits do, unless the window reaches further', () => {
    expect(blendedRange(channel, [500, 4000], [0, 65_535])).toEqual([500 / 65_535, 4000 / 65_535])
    expect(blendedRange({ ...channel, low: 0, high: 70_000 }, [500, 4000], [0, 65_535])).toEqual([0, 1])
  })

  test('colours are read from their name', () => {
    expect(rgbOf('#00FF80')).toEqual([0, 1, 128 / 255])
  })
})
