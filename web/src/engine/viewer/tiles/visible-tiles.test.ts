import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { fitted, type Size, toImage, type Viewport } from '../viewport.ts'
import { seenShape } from './frame-geometry.ts'
import { tileGridOf } from './test-grid.ts'
import { levelOf, placeKey, type TileGrid, tileEdges, tilePixels, tilesWithin } from './tile-grid.ts'
import { levelFor, nearestFirst, tilesMeeting } from './visible-tiles.ts'

const visibleTiles = (grid: TileGrid, level: number, viewport: Viewport, screen: Size) =>
  tilesMeeting(grid, level, seenShape({ viewport, size: screen, pixelRatio: 1, moving: false }))

const size = { width: 800, height: 600 }
const random = createRandom(11)
const between = (least: number, most: number) => least + random() * (most - least)

/** Whether two convex shapes have an area in common: no line lies between them. */
function meet(one: readonly { x: number; y: number }[], other: readonly { x: number; y: number }[]): boolean {
  for (const shape of [one, other]) {
    for (const [index, from] of shape.entries()) {
      const to = shape[(index + 1) % shape.length] ?? from
      const along = ({ x, y }: { x: number; y: number }) => (to.y - from.y) * x - (to.x - from.x) * y
      const [first, second] = [one.map(along), other.map(along)]
      if (Math.max(...first) <= Math.min(...second) || Math.max(...second) <= Math.min(...first)) return false
    }
  }
  return true
}

/** All tiles of the level, each asked by itself. */
function bruteForce(grid: TileGrid, level: number, viewport: Viewport): string[] {
  const { columns, rows } = levelOf(grid, level)
  const screen = [
    { x: 0, y: 0 },
    { x: 800, y: 0 },
    { x: 800, y: 600 },
    { x: 0, y: 600 },
  ].map((corner) => toImage(viewport, size, corner))
  const found: string[] = []
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const { left, top, right, bottom } = tileEdges(grid, { level, x, y })
      const tile = [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ]
      if (meet(tile, screen)) found.push(placeKey({ level, x, y }))
    }
  }
  return found
}

const grids = {
  'factors 1, 4, 16 with tiles of their own size': tileGridOf(20_011, 13_007, [
    [1, 512, 512],
    [4, 256, 240],
    [16, 128, 128],
  ]),
  'factors of 2': tileGridOf(9000, 12_000, [
    [1, 256, 256],
    [2, 256, 256],
    [4, 256, 256],
    [8, 256, 256],
  ]),
  'one level': tileGridOf(3000, 500, [[1, 300, 200]]),
  'one pixel': tileGridOf(1, 1, [[1, 256, 256]]),
}

describe.each(Object.entries(grids))('%s', (_, grid) => {
  test('the tiles are those that meet the turned screen, each once', () => {
    for (let round = 0; round < 60; round++) {
      const viewport: Viewport = {
        center: { x: between(-0.2, 1.2) * grid.width, y: between(-0.2, 1.2) * grid.height },
        resolution: (0.2 + between(0, 1) ** 3 * 20) * (grid.width / 9000 + 0.01),
        rotation: round % 4 === 0 ? (Math.PI / 2) * Math.floor(between(0, 4)) : between(-Math.PI, Math.PI),
        flipped: random() < 0.5,
      }
      const level = Math.floor(between(0, grid.levels.length))
      const found = visibleTiles(grid, level, viewport, size).map(placeKey)
      expect(new Set(found).size).toBe(found.length)
      expect(found.toSorted()).toEqual(bruteForce(grid, level, viewport).toSorted())
    }
  })

  test('the whole image in view needs every tile of its level and no other', () => {
    const whole = fitted(grid, size, { center: { x: 0, y: 0 }, resolution: 1, rotation: 0.3, flipped: true })
    grid.levels.forEach(({ columns, rows }, level) => {
      expect(visibleTiles(grid, level, whole, size)).toHaveLength(columns * rows)
    })
  })
})

describe('tiles', () => {
  const grid = grids['factors 1, 4, 16 with tiles of their own size']

  test('one that only touches the screen is not needed', () => {
    const upright = { resolution: 1, rotation: 0, flipped: false }
    const exact = { ...upright, center: { x: 1024 + 512, y: 1024 + 512 } }
    expect(visibleTiles(grid, 0, exact, { width: 1024, height: 1024 })).toHaveLength(4)
    const turned = { ...exact, rotation: Math.PI / 2 }
    expect(visibleTiles(grid, 0, turned, { width: 1024, height: 1024 })).toHaveLength(4)
    const moved = { ...upright, center: { x: 1536.01, y: 1536 } }
    expect(visibleTiles(grid, 0, moved, { width: 1024, height: 1024 })).toHaveLength(6)
  })

  test('nothing is needed where the image is not, or where nothing is seen', () => {
    const beside = { center: { x: -500, y: 100 }, resolution: 1, rotation: 0, flipped: false }
    expect(visibleTiles(grid, 0, beside, size)).toEqual([])
    expect(visibleTiles(grid, 0, { ...beside, center: { x: 50, y: 50 } }, { width: 0, height: 0 })).toEqual(
      [],
    )
  })

  test('what pads a tile at the right and at the bottom is no part of it', () => {
    const corner = { level: 0, x: 39, y: 25 }
    expect(tilePixels(grid, corner)).toEqual({ width: 20_011 - 39 * 512, height: 13_007 - 25 * 512 })
    for (const level of [0, 1, 2]) {
      const { columns, rows } = levelOf(grid, level)
      const { right, bottom } = tileEdges(grid, { level, x: columns - 1, y: rows - 1 })
      expect(right).toBeCloseTo(20_011, 6)
      expect(bottom).toBeCloseTo(13_007, 6)
    }
  })

  test('neighbours share their edge to the last bit', () => {
    for (let x = 0; x < 19; x++) {
      expect(tileEdges(grid, { level: 1, x, y: 3 }).right).toBe(
        tileEdges(grid, { level: 1, x: x + 1, y: 3 }).left,
      )
    }
  })

  test('a tile lies within itself only', () => {
    const place = { level: 1, x: 3, y: 2 }
    expect(tilesWithin(grid, 1, tileEdges(grid, place))).toEqual([place])
  })

  test('what is nearest comes first', () => {
    const places = tilesWithin(grid, 2, { left: 0, top: 0, right: 20_000, bottom: 13_000 })
    const sorted = nearestFirst(grid, places, { x: 9000, y: 5000 })
    expect(sorted).toHaveLength(places.length)
    expect(sorted[0]).toEqual({ level: 2, x: 4, y: 2 })
  })
})

describe('levels', () => {
  const grid = grids['factors 1, 4, 16 with tiles of their own size']

  test.each([
    [0.1, 1, 0],
    [1, 1, 0],
    [3.9, 1, 0],
    [4, 1, 1],
    [15.9, 1, 1],
    [16, 1, 2],
    [500, 1, 2],
    [4, 2, 0],
    [8, 2, 1],
    [32, 2, 2],
    [4, 1.25, 0],
  ])(
    'at %d pixels of the image a CSS pixel, on a screen of %d, level %d',
    (resolution, pixelRatio, level) => {
      expect(levelFor(grid, resolution, pixelRatio)).toBe(level)
    },
  )

  test('an image of one pixel is seen', () => {
    expect(levelFor(grids['one pixel'], 0.01, 1)).toBe(0)
  })
})
