import { expect, test } from 'vitest'
import { paintStains } from './paint-stains.ts'

const first = { background: 10, gain: 1 / 100, strength: 2, density: [2.15, 2.5, 0.75] } as const
const second = { background: 5, gain: 1 / 250, strength: 1, density: [0.125, 2.5, 1.36] } as const

test('draws what Beer and Lambert say, within 1, whatever the values are', () => {
  const values = Array.from({ length: 256 }, (_, index) => index)
  for (const Kind of [Uint8Array, Uint16Array, Int16Array, Uint32Array, Float32Array]) {
    let furthest = 0
    for (const other of [0, 5, 6, 40, 130, 255]) {
      const rgb = new Uint8Array(3 * 256)
      paintStains(first, second)(Kind.from(values), new Kind(256).fill(other), 0, 256, rgb, 0)
      for (const value of values)
        for (const color of [0, 1, 2] as const) {
          const amounts = [(2 * Math.max(0, value - 10)) / 100, Math.max(0, other - 5) / 250] as const
          const light =
            255 * Math.exp(-(amounts[0] * first.density[color] + amounts[1] * second.density[color]))
          furthest = Math.max(furthest, Math.abs(light - (rgb[3 * value + color] as number)))
        }
    }
    expect(furthest).toBeLessThan(0.7)
  }
})

test('what is no number or without end is drawn all the same', () => {
  const rgb = new Uint8Array(12)
  const odd = Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30)
  paintStains(first, second)(odd, new Float32Array(4), 0, 4, rgb, 0)
  expect([...rgb]).toEqual([255, 255, 255, 0, 0, 0, 255, 255, 255, 0, 0, 0])
})

test('a channel without any gain leaves the glass white', () => {
  const rgb = new Uint8Array(3)
  paintStains({ ...first, gain: 0 }, { ...second, gain: 0 })(
    Uint8Array.of(255),
    Uint8Array.of(255),
    0,
    1,
    rgb,
    0,
  )
  expect([...rgb]).toEqual([255, 255, 255])
})
