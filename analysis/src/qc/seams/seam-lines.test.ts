import { describe, expect, test } from 'vitest'
import { hash } from '../../test-support/made-picture.ts'
import { joinTiles } from './seam-light.ts'
import { findSeamLines } from './seam-lines.ts'
import { addLevel, addUpright, createLineSums, fastCounter, unknownLight } from './seam-sums.ts'

const [width, height] = [320, 512]
const noise = (x: number, y: number) => (hash(x, y) % 400) - 200

/** Lines found in light, handed over in tiles of 128. */
function seamsOf(light: (x: number, y: number) => number) {
  const upright = createLineSums(width, height)
  const level = createLineSums(height, width)
  const counter = fastCounter()
  const join = joinTiles(width, height, counter.lightOf)
  for (let top = 0; top < height; top += 128)
    for (let left = 0; left < width; left += 128) {
      const tile = { width: Math.min(128, width - left), height: Math.min(128, height - top) }
      const own = Int32Array.from({ length: tile.width * tile.height }, (_, at) =>
        light(left + (at % tile.width), top + Math.floor(at / tile.width)),
      )
      const lit = join.withNeighbours({ ...tile, light: own }, left, top)
      addUpright(lit, upright, counter)
      addLevel(lit, level, counter)
    }
  return {
    upright: findSeamLines(upright).map(({ line }) => line),
    level: findSeamLines(level).map(({ line }) => line),
  }
}

describe('seams', () => {
  test('are not found in noise', () => {
    expect(seamsOf(noise)).toEqual({ upright: [], level: [] })
  })

  test.each([100, 128, 255, 256])('are found between columns, between tiles too: %d', (column) => {
    const { upright, level } = seamsOf((x, y) => noise(x, y) + (x >= column ? 250 : 0))
    // One for each quarter of a millimetre.
    expect(upright).toHaveLength(2)
    for (const line of upright) expect(Math.abs(line - column)).toBeLessThanOrEqual(1)
    expect(level).toEqual([])
  })

  test('are found between rows', () => {
    const { upright, level } = seamsOf((x, y) => noise(x, y) - (y >= 384 ? 250 : 0))
    expect(Math.abs((level[0] ?? 0) - 384)).toBeLessThanOrEqual(1)
    expect(upright).toEqual([])
  })

  test('are not slopes, slants or waves', () => {
    expect(seamsOf((x, y) => noise(x, y) + 12 * Math.max(0, Math.min(40, x - 120)))).toEqual({
      upright: [],
      level: [],
    })
    expect(seamsOf((x, y) => noise(x, y) + (x > 80 + y / 4 ? 400 : 0))).toEqual({ upright: [], level: [] })
    expect(seamsOf((x, y) => noise(x, y) + (x > 150 + 20 * Math.sin(y / 30) ? 400 : 0))).toEqual({
      upright: [],
      level: [],
    })
  })

  test('are not the edges of what was never scanned', () => {
    expect(seamsOf((x, y) => (x < 160 ? unknownLight : noise(x, y)))).toEqual({ upright: [], level: [] })
  })
})
