import { describe, expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { fillHoles, labelComponents, removeSmall } from './components.ts'

const [width, height] = [61, 47]

/** Some rows are empty, some runs are long, others of one pixel. */
const mask = Uint8Array.from({ length: width * height }, (_, at) => {
  const y = Math.floor(at / width)
  if (y % 11 === 7) return 0
  return hash(Math.floor(at / (y % 3 === 0 ? 30 : 1)), y) % 5 < 2 ? 255 : 0
})

/** Component by component, going from pixel to pixel. */
function flood(value: number, corners: boolean): number[][] {
  const seen = new Set<number>()
  const found: number[][] = []
  for (let start = 0; start < mask.length; start += 1) {
    if (mask[start] !== value || seen.has(start)) continue
    const pixels = [start]
    seen.add(start)
    for (const pixel of pixels)
      for (const [dx, dy] of [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const))) {
        const [x, y] = [(pixel % width) + dx, Math.floor(pixel / width) + dy]
        const next = y * width + x
        if (x < 0 || y < 0 || x >= width || y >= height || (!corners && dx !== 0 && dy !== 0)) continue
        if (mask[next] !== value || seen.has(next)) continue
        seen.add(next)
        pixels.push(next)
      }
    found.push(pixels)
  }
  return found
}

describe.each([
  [255, true],
  [255, false],
  [0, false],
] as const)('components of %d, over corners: %s', (value, corners) => {
  const labelled = labelComponents(mask, width, height, value, corners)
  const truth = flood(value, corners)

  test('are those that one can walk through', () => {
    expect(labelled.components).toEqual(
      truth.map((pixels) => {
        const columns = pixels.map((pixel) => pixel % width)
        const rows = pixels.map((pixel) => Math.floor(pixel / width))
        return {
          area: pixels.length,
          start: Math.min(...pixels),
          left: Math.min(...columns),
          top: Math.min(...rows),
          right: Math.max(...columns) + 1,
          bottom: Math.max(...rows) + 1,
        }
      }),
    )
  })

  test('have each of their pixels in one run, and are found by it', () => {
    truth.forEach((pixels, component) => {
      const visited: number[] = []
      labelled.forEachRunOf(component, (from, to) => {
        for (let pixel = from; pixel < to; pixel += 1) visited.push(pixel)
      })
      expect(visited).toEqual(pixels.toSorted((one, other) => one - other))
      for (const pixel of pixels) expect(labelled.componentAt(pixel)).toBe(component)
    })
    const runs: number[] = []
    labelled.forEachRun((_, from, to) => runs.push(to - from))
    expect(runs.reduce((sum, length) => sum + length, 0)).toBe(truth.flat().length)
  })
})

test('small components are removed, holes filled, those at the edge left open', () => {
  const removed = mask.slice()
  removeSmall(removed, width, height, 6)
  const large = new Set(
    flood(255, true)
      .filter((pixels) => pixels.length >= 6)
      .flat(),
  )
  expect(removed).toEqual(mask.map((_, at) => (large.has(at) ? 255 : 0)))
  const filled = mask.slice()
  fillHoles(filled, width, height, 6)
  const isInside = (at: number) =>
    at % width > 0 && at % width < width - 1 && at >= width && at < width * (height - 1)
  const holes = new Set(
    flood(0, false)
      .filter((pixels) => pixels.length < 6 && pixels.every(isInside))
      .flat(),
  )
  expect(filled).toEqual(mask.map((value, at) => (holes.has(at) ? 255 : value)))
})
