import { expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { findSignal } from './find-signal.ts'

const side = 64
const noise = (pixel: number) =>
  (hash(pixel, 1) % 100) / 100 + (hash(pixel, 2) % 100) / 100 + (hash(pixel, 3) % 100) / 100 - 1.5

function shareFound(light: (x: number, y: number) => number): number {
  const plane = Float32Array.from(
    { length: side * side },
    (_, pixel) => light(pixel % side, Math.floor(pixel / side)) + 8 * noise(pixel),
  )
  const mask = findSignal([plane], new Uint8Array(side * side), side, side, 8)
  return mask.reduce((sum, value) => sum + (value ? 1 : 0), 0) / mask.length
}

test('a field with nothing but noise, or uneven light, has no tissue', () => {
  expect(shareFound(() => 100)).toBe(0)
  expect(shareFound((x) => 100 + x)).toBe(0)
})

test('bright tissue among dim tissue is found, with most of the dim', () => {
  const isTissue = (x: number) => x > 24
  const share = shareFound((x, y) =>
    isTissue(x) ? 140 + 120 * ((x * 7 + y * 3) % 11 === 0 ? 5 : (y % 8) / 8) : 100,
  )
  expect(share).toBeGreaterThan(0.5)
  expect(share).toBeLessThan(0.68)
})
