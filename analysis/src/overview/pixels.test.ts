import { expect, test } from 'vitest'
import { toRgb } from './pixels.ts'

test('colours of less than 8 bits are spread over 8', () => {
  const tile = { width: 1, height: 1, samples: 3, pixelType: 'u8', data: Uint8Array.of(0, 31, 63) } as const
  expect(toRgb(tile, { bitDepth: 8 })).toBe(tile.data)
  expect([...toRgb(tile, { bitDepth: 6 })]).toEqual([0, 125, 255])
})
