import { describe, expect, test } from 'vitest'
import { hash, makeGlass } from '../test-support/made-picture.ts'
import { findInk } from './find-ink.ts'
import { findGlass } from './glass.ts'

const [width, height] = [120, 100]
/** µm a pixel. */
const micrometres = 8
type Color = readonly [number, number, number]
type At = (x: number, y: number) => boolean

/** Optical densities. */
const eosin: Color = [0.2, 0.8, 0.45]
const nuclei: Color = [0.55, 0.6, 0.25]
const inks = {
  blue: [1.5, 1.2, 0.3],
  green: [1.4, 0.5, 0.9],
  red: [0.15, 1.4, 1.3],
  black: [1.6, 1.6, 1.5],
  violet: [0.9, 1.55, 0.42],
} as const satisfies Record<string, Color>

const stroke: At = (x, y) => Math.abs(y - 50 - 8 * Math.sin(x / 25)) < 10
const line: At = (x, y) => Math.abs(y - 50 - 8 * Math.sin(x / 25)) < 2.5
const everywhere: At = () => true

/** Pink tissue where `isTissue`, its strength wavering, with another colour laid over it. */
function find(isTissue: At, over: Color, isOver: At): { inside: number; outside: number } {
  const { rgb } = makeGlass(width, height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const stain = isTissue(x, y) ? 0.8 + (hash(x >> 1, y >> 1) % 100) / 250 : 0
      for (let sample = 0; sample < 3; sample += 1) {
        const at = (y * width + x) * 3 + sample
        const density = stain * (eosin[sample] as number) + (isOver(x, y) ? (over[sample] as number) : 0)
        rgb[at] = (rgb[at] as number) * Math.exp(-density)
      }
    }
  const picture = { width, height, rgb, unknown: new Uint8Array(width * height) }
  const ink = findInk(picture, findGlass(picture), micrometres)
  const counts = { inside: 0, outside: 0, over: 0, others: 0 }
  ink.forEach((value, pixel) => {
    const isInside = isOver(pixel % width, Math.floor(pixel / width))
    counts[isInside ? 'over' : 'others'] += 1
    if (value) counts[isInside ? 'inside' : 'outside'] += 1
  })
  return {
    inside: counts.inside / Math.max(1, counts.over),
    outside: counts.outside / Math.max(1, counts.others),
  }
}

describe.each(Object.entries(inks))('%s ink', (name, ink) => {
  test.each([
    ['glass', (x: number) => x < 40],
    ['tissue with no glass under any of it', everywhere],
  ])('is found over %s', (_under, isTissue) => {
    const { inside, outside } = find(isTissue, ink, stroke)
    expect(inside).toBeGreaterThan(0.95)
    expect(outside).toBeLessThan(0.05)
  })

  test.each(name === 'violet' ? [] : [40, 32, 16])('is found in a line of %i µm', (across) => {
    const narrow: At = (x, y) => Math.abs(y - 50 - 8 * Math.sin(x / 25)) < across / 2 / micrometres
    const { inside, outside } = find((x) => x < 60, ink, narrow)
    expect(inside).toBeGreaterThan(0.95)
    // With the pixels beside it that its edge may reach into.
    expect(outside).toBeLessThan(0.04)
  })
})

describe('what is no ink', () => {
  test.each([
    ['tissue', [0, 0, 0], stroke],
    ['tissue that lies double', eosin, stroke],
    ['a band of nuclei', nuclei, stroke],
    ['blood', [0, 0.35, 0.5], stroke],
    ['a narrow band of nuclei', nuclei, line],
    ['a narrow band that lies double', eosin, line],
    ['a capillary of blood', [0, 0.35, 0.5], line],
    ['a speck of black', [1.6, 1.6, 1.5], (x, y) => Math.hypot(x - 60, y - 50) < 2],
    ['a nodule of crowded nuclei', [0.9, 0.75, 0.3], (x, y) => Math.hypot(x - 60, y - 50) < 30],
  ] as const satisfies readonly (readonly [string, Color, At])[])('%s', (_name, over, isOver) => {
    const { inside, outside } = find(everywhere, over, isOver)
    expect(inside + outside).toBe(0)
  })
})
