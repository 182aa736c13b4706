import { expect, test } from 'vitest'
import { isInsideCorners, keptOnImage, onImage, pictureSize, seenCorners } from './navigator-geometry.ts'

const image = { width: 40_000, height: 20_000 }
const picture = { width: 200, height: 100 }
const size = { width: 800, height: 400 }
const viewport = { center: { x: 20_000, y: 10_000 }, resolution: 10, rotation: 0, flipped: false }

const rounded = (corners: readonly { x: number; y: number }[]) =>
  corners.map(({ x, y }) => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000])

test('the picture keeps the shape of the image and is never nothing', () => {
  expect(pictureSize(image, { width: 200, height: 160 })).toEqual(picture)
  expect(pictureSize({ width: 20_000, height: 40_000 }, { width: 200, height: 160 })).toEqual({
    width: 80,
    height: 160,
  })
  expect(pictureSize({ width: 100_000, height: 10 }, { width: 200, height: 160 }).height).toBe(1)
})

test('the box is what the screen shows', () => {
  expect(rounded(seenCorners(viewport, size, image, picture))).toEqual([
    [80, 40],
    [120, 40],
    [120, 60],
    [80, 60],
  ])
})

test('the box turns with the view', () => {
  const turned = seenCorners({ ...viewport, rotation: Math.PI / 2 }, size, image, picture)
  expect(rounded(turned)).toEqual([
    [90, 70],
    [90, 30],
    [110, 30],
    [110, 70],
  ])
})

test('the box can be taken wherever it is seen, turned or mirrored', () => {
  for (const rotation of [0, 0.7, 3]) {
    for (const flipped of [false, true]) {
      const corners = seenCorners({ ...viewport, rotation, flipped }, size, image, picture)
      expect(isInsideCorners(corners, { x: 100, y: 50 })).toBe(true)
      expect(isInsideCorners(corners, { x: 10, y: 50 })).toBe(false)
    }
  }
})

test('a place on the picture is a place on the image, and no view leaves it', () => {
  expect(onImage({ x: 50, y: 75 }, image, picture)).toEqual({ x: 10_000, y: 15_000 })
  expect(keptOnImage({ x: -5, y: 30_000 }, image)).toEqual({ x: 0, y: 20_000 })
})
