import { describe, expect, test } from 'vitest'
import { plainColors } from '../../display/display.ts'
import { colorTones, toneOf } from '../tones.ts'
import { tonePixels, toneTable } from './toned-pixels.ts'

const tableOf = (change: Partial<typeof plainColors>) => toneTable(colorTones({ ...plainColors, ...change }))

describe('the table of a plain canvas', () => {
  test('is none where colours are as they are', () => {
    expect(tableOf({})).toBeNull()
  })

  test.each([
    { brightness: 0.2 },
    { contrast: -0.4 },
    { gamma: 2.2 },
    { brightness: -0.1, contrast: 0.3, gamma: 0.7 },
  ])('says what the graphics card would draw: %o', (change) => {
    const table = tableOf(change)
    const tones = colorTones({ ...plainColors, ...change })
    for (const value of [0, 1, 64, 128, 200, 255]) {
      expect(Math.abs((table?.[value] ?? -9) - 255 * toneOf(tones, value / 255))).toBeLessThanOrEqual(0.5)
    }
  })

  test('is used for colours, not for how much is seen through them', () => {
    const table = tableOf({ brightness: 1 })
    const pixels = Uint8ClampedArray.of(0, 10, 20, 128, 255, 255, 255, 0)
    if (table) tonePixels(pixels, table)
    expect([...pixels]).toEqual([255, 255, 255, 128, 255, 255, 255, 0])
  })
})
