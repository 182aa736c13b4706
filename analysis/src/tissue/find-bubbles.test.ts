import { describe, expect, test } from 'vitest'
import { hash, makeGlass } from '../test-support/made-picture.ts'
import { findBubbles } from './find-bubbles.ts'
import { findInk } from './find-ink.ts'
import { findGlass } from './glass.ts'

const [width, height] = [180, 150]
/** µm a pixel. */
const micrometres = 8
type Passes = (x: number, y: number) => readonly [number, number, number]

/** Pink tissue but for a margin of glass, with what lets so much light through laid over it. */
function find(passes: Passes) {
  const { rgb } = makeGlass(width, height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const isTissue = Math.min(x, y, width - x, height - y) > 14 + 4 * Math.sin(x / 7 + y / 5)
      const stain = isTissue ? 0.7 + (hash(x, y) % 100) / 200 : 0
      const light = passes(x + 0.5, y + 0.5)
      for (const [sample, density] of [0.2, 0.5, 0.25].entries())
        rgb[at + sample] =
          (rgb[at + sample] as number) * Math.exp(-density * stain) * (light[sample] as number)
    }
  const picture = { width, height, rgb, unknown: new Uint8Array(width * height) }
  const glass = findGlass(picture)
  const { whole, rims } = findBubbles(picture, glass, findInk(picture, glass, micrometres), micrometres)
  const share = (isInside: (x: number, y: number) => boolean, mask = whole) => {
    let [inside, marked] = [0, 0]
    for (let pixel = 0; pixel < mask.length; pixel += 1) {
      if (!isInside((pixel % width) + 0.5, Math.floor(pixel / width) + 0.5)) continue
      inside += 1
      if (mask[pixel]) marked += 1
    }
    return marked / inside
  }
  return { whole, rims, share }
}

const grey = (light: number) => [light, light, light] as const

/** A dark rim of 3 pixels, not seen between two angles. */
const rim =
  (middleX: number, middleY: number, radiusAt: (angle: number) => number, gapUntil = -4): Passes =>
  (x, y) => {
    const angle = Math.atan2(y - middleY, x - middleX)
    const depth = radiusAt(angle) - Math.hypot(x - middleX, y - middleY)
    return grey(depth > 0 && depth < 3 && angle > gapUntil ? 0.4 : 1)
  }

describe('air bubbles', () => {
  test('are none where there is but tissue', () => {
    expect(find(() => grey(1)).whole).not.toContain(255)
  })

  test('are filled up to their rim', () => {
    const { share, rims } = find(rim(80, 70, () => 36))
    expect(share((x, y) => Math.hypot(x - 80, y - 70) < 33)).toBeGreaterThan(0.97)
    expect(share((x, y) => Math.hypot(x - 80, y - 70) > 44)).toBe(0)
    expect(share((x, y) => Math.hypot(x - 80, y - 70) < 28, rims)).toBe(0)
  })

  test('need not be round, nor have their rim all around', () => {
    const radiusAt = (angle: number) => 38 + 3 * Math.sin(2 * angle)
    const { share } = find(rim(90, 75, radiusAt, -2.4))
    expect(share((x, y) => Math.hypot(x - 90, y - 75) < 32)).toBeGreaterThan(0.95)
    expect(share((x, y) => Math.hypot(x - 90, y - 75) > 50)).toBeLessThan(0.02)
  })

  test('reach over the edge of the picture', () => {
    const { share } = find(rim(12, 80, () => 40))
    expect(share((x, y) => Math.hypot(x - 12, y - 80) < 36)).toBeGreaterThan(0.95)
    expect(share((x, y) => Math.hypot(x - 12, y - 80) > 48)).toBe(0)
  })

  test('have grey rims, unlike glands', () => {
    const purple: Passes = (x, y) => {
      const depth = 36 - Math.hypot(x - 80, y - 70)
      return depth > 0 && depth < 3 ? [0.5, 0.35, 0.7] : grey(1)
    }
    expect(find(purple).whole).not.toContain(255)
  })
})

test('an edge of the cover glass is found, and nothing beside it', () => {
  const across = (x: number, y: number) => 0.94 * (x - 70) + 0.34 * (y - 75)
  const { share } = find((x, y) => grey(Math.abs(across(x, y)) < 1.6 ? 0.45 : 1))
  expect(share((x, y) => Math.abs(across(x, y)) < 1.5)).toBeGreaterThan(0.9)
  expect(share((x, y) => Math.abs(across(x, y)) > 6)).toBe(0)
})

describe('black strokes are neither bubbles nor edges of the cover glass', () => {
  const black =
    (isInside: (x: number, y: number) => boolean): Passes =>
    (x, y) =>
      grey(isInside(x, y) ? 0.19 : 1)
  const around = (x: number, y: number) => Math.abs(Math.hypot(x - 90, y - 60) - 60) < 2.5

  test.each<[string, (x: number, y: number) => boolean]>([
    ['follow a circle and go on', (x, y) => (x < 90 ? around(x, y) && y > 60 : Math.abs(y - 120) < 2.5)],
    ['follow a circle and end', (x, y) => around(x, y) && y > 50],
    [
      'come from the border, follow a circle and end',
      (x, y) => Math.abs(Math.hypot(x - 90, y - 5) - 60) < 2.5 && (x < 90 || y > 40),
    ],
    ['are straight and end', (x, y) => Math.abs(y - 75) < 2.5 && x > 20 && x < 160],
  ])('where they %s', (_name, isInside) => {
    expect(find(black(isInside)).whole).not.toContain(255)
  })
})
