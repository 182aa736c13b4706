import { describe, expect, test } from 'vitest'
import { colourAt, colourMapNames, colourTable, type Rgb } from './colour-maps.ts'

/** CIE L*: how light it looks, from 0 to 100. */
function lightness([red, green, blue]: Rgb): number {
  const luminance = 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance
}
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => {
  const within = Math.min(Math.max(value, 0), 1)
  return 255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055)
}

/** Machado, Oliveira and Fernandes 2009, severity 1. */
const kindsOfSight = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const

function seen(sight: keyof typeof kindsOfSight, colour: Rgb): Rgb {
  const [r = 0, g = 0, b = 0] = colour.map((part) => linear(part / 255))
  const m = kindsOfSight[sight]
  return [
    encoded(m[0] * r + m[1] * g + m[2] * b),
    encoded(m[3] * r + m[4] * g + m[5] * b),
    encoded(m[6] * r + m[7] * g + m[8] * b),
  ]
}

describe.each(colourMapNames)('%s', (name) => {
  const sights = Object.keys(kindsOfSight) as (keyof typeof kindsOfSight)[]
  test.each(sights)('is ordered by lightness for %s', (sight) => {
    const lights = Array.from({ length: 17 }, (_, step) => lightness(seen(sight, colourAt(name, step / 16))))
    const steps = lights.slice(1).map((light, index) => light - (lights[index] ?? 0))
    const sense = Math.sign((lights.at(-1) ?? 0) - (lights[0] ?? 0))
    expect(Math.min(...steps.map((step) => sense * step))).toBeGreaterThan(0)
    expect(Math.abs((lights.at(-1) ?? 0) - (lights[0] ?? 0))).toBeGreaterThan(55)
  })

  test('ends where it should, and stays there beyond', () => {
    expect(colourAt(name, -1)).toEqual(colourAt(name, 0))
    expect(colourAt(name, 2)).toEqual(colourAt(name, 1))
  })
})

describe('the table of a colouring', () => {
  test('leaves 0 clear, and is opaque elsewhere', () => {
    for (const name of colourMapNames) {
      const table = colourTable(name)
      expect([...table.subarray(0, 4)]).toEqual([0, 0, 0, 0])
      expect([...table.subarray(4, 8)]).toEqual([...colourAt(name, 0), 255])
      expect([...table.subarray(1020)]).toEqual([...colourAt(name, 1), 255])
      expect([...colourTable(name, true).subarray(1020)]).toEqual([...colourAt(name, 0), 255])
    }
  })

  test('of a mask is as opaque as it covers a pixel', () => {
    expect([3, 4 * 100 + 3, 1023].map((at) => colourTable('mask')[at])).toEqual([0, 100, 255])
  })
})
