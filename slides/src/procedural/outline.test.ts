import { expect, test } from 'vitest'
import { makeOutline } from './outline.ts'
import { Random } from './seeded.ts'

const extent = { width: 6000, height: 4000 }

test('tissue covers the share asked for', () => {
  for (const coverage of [0.1, 0.5, 0.8]) {
    const outline = makeOutline(3, extent, coverage)
    const random = new Random(1)
    let inside = 0
    for (let i = 0; i < 4000; i++)
      if (outline.contains(random.between(0, extent.width), random.between(0, extent.height))) inside++
    expect(inside / 4000).toBeGreaterThan(coverage - 0.04)
    expect(inside / 4000).toBeLessThan(coverage + 0.04)
  }
})

test('tissue lies in as many pieces as asked for', () => {
  const outline = makeOutline(9, extent, 0.15, 5)
  const step = 20
  const isTissue = (column: number, row: number) => outline.depth(column * step, row * step) > 0
  const seen = new Set<string>()
  const flood = (column: number, row: number): number => {
    let size = 0
    const open = [[column, row] as const]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = at
      if (seen.has(`${x} ${y}`) || !isTissue(x, y)) continue
      seen.add(`${x} ${y}`)
      size += 1
      open.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1])
    }
    return size
  }
  const sizes: number[] = []
  for (let row = 0; row * step < extent.height; row++)
    for (let column = 0; column * step < extent.width; column++) sizes.push(flood(column, row))
  expect(sizes.filter((size) => size > 500)).toHaveLength(5)
})

test('the roughness of the edge stays below its bound', () => {
  const outline = makeOutline(4, extent, 0.5)
  for (let i = 0; i < 20_000; i++) expect(Math.abs(outline.roughness(i * 1.37, i * 0.61))).toBeLessThan(6)
})

test('an area that is said to be bare has no tissue, and most areas that have none are said to be bare', () => {
  for (const seed of [1, 2, 3]) {
    const outline = makeOutline(seed, extent, 0.4)
    const random = new Random(seed)
    let [bare, found] = [0, 0]
    for (let i = 0; i < 150; i++) {
      const left = random.between(0, extent.width)
      const top = random.between(0, extent.height)
      const area = { left, top, right: left + random.between(10, 400), bottom: top + random.between(10, 400) }
      let deepest = -Infinity
      for (let row = 0; row <= 20; row++)
        for (let column = 0; column <= 20; column++) {
          const x = left + ((area.right - left) * column) / 20
          const y = top + ((area.bottom - top) * row) / 20
          deepest = Math.max(deepest, outline.depth(x, y))
        }
      const said = outline.isSurelyBare(area)
      if (said) expect(deepest).toBeLessThan(-6)
      if (deepest < -150) bare++
      if (deepest < -150 && said) found++
    }
    expect(bare).toBeGreaterThan(10)
    expect(found).toBe(bare)
  }
})
