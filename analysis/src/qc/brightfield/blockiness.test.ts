import { describe, expect, test } from 'vitest'
import { addBlockSteps, blockinessOf } from './blockiness.ts'

const side = 64

/** A grey value for each pixel, as a tile of full resolution. */
function tileOf(value: (x: number, y: number) => number) {
  const rgb = new Uint8Array(side * side * 3)
  for (let at = 0; at < rgb.length; at += 1) {
    const pixel = Math.floor(at / 3)
    rgb[at] = value(pixel % side, Math.floor(pixel / side))
  }
  return { width: side, height: side, stored: [rgb] }
}

function blockiness(value: (x: number, y: number) => number): number | null {
  const steps = new Float64Array(4)
  addBlockSteps(tileOf(value), steps)
  return blockinessOf(steps)
}

describe('blockiness', () => {
  test('is 1 where steps are the same everywhere', () => {
    expect(blockiness((x, y) => 40 + x + y)).toBeCloseTo(1, 6)
  })

  test('is how many times the steps across the grid are those elsewhere', () => {
    const along = (at: number) => at + 2 * Math.floor(at / 8)
    expect(blockiness((x, y) => 20 + along(x) + along(y))).toBeCloseTo(3, 6)
  })

  test('sees nothing in a grid elsewhere', () => {
    const along = (at: number) => at + 2 * Math.floor((at + 3) / 8)
    expect(blockiness((x, y) => 20 + along(x) + along(y))).toBeLessThan(1)
  })

  test('is unknown on one colour', () => {
    expect(blockiness(() => 200)).toBeNull()
  })
})
