import { expect, test } from 'vitest'
import { compareTiles, neededTiles, readTile, readView } from './minimum.ts'

const level = (width: number, height: number) => ({ width, height, tile_width: 100, tile_height: 100 })
const levels = [level(1600, 800), level(400, 200), level(100, 50)]
const screen = { width: 200, height: 100, pixelRatio: 1 }
const upright = { degrees: 0, flipped: false }

test('the whole image needs the coarsest level that is fine enough for the screen', () => {
  const whole = { ...upright, x: 800, y: 400, resolution: 8 }
  expect(neededTiles(levels, whole, screen)).toEqual([
    '1/0/0',
    '1/1/0',
    '1/2/0',
    '1/3/0',
    '1/0/1',
    '1/1/1',
    '1/2/1',
    '1/3/1',
  ])
  expect(neededTiles(levels, { ...whole, resolution: 16 }, screen)).toEqual(['2/0/0'])
})

test('a screen of finer pixels needs a finer level', () => {
  const whole = { ...upright, x: 800, y: 400, resolution: 16 }
  expect(neededTiles(levels, whole, { ...screen, pixelRatio: 4 })).toHaveLength(8)
})

test('a tile that only touches the screen is not needed', () => {
  const view = { ...upright, x: 300, y: 250, resolution: 1 }
  expect(neededTiles(levels, view, screen)).toEqual(['0/2/2', '0/3/2'])
  expect(neededTiles(levels, { ...view, x: 301 }, screen)).toEqual(['0/2/2', '0/3/2', '0/4/2'])
})

test('a quarter turn exchanges the sides of the screen', () => {
  const view = { ...upright, x: 350, y: 300, resolution: 1, degrees: 90 }
  expect(neededTiles(levels, view, screen)).toEqual(['0/3/2', '0/3/3'])
})

test('of a tilted screen the corners of the upright box around it are not needed', () => {
  const view = { ...upright, x: 450, y: 450, resolution: 2, degrees: 45 }
  const needed = neededTiles(levels, view, screen)
  // To the right and down the screen ends before the tile; along it, it reaches it.
  expect(needed).not.toContain('0/6/6')
  expect(needed).toContain('0/5/3')
  expect(neededTiles(levels, { ...view, flipped: true }, screen)).toContain('0/5/5')
})

test('views and tiles are read from addresses', () => {
  expect(readView('http://host/slide/1?i1=2&v1=12034.5_8000_2.5')).toEqual({
    x: 12034.5,
    y: 8000,
    resolution: 2.5,
    ...upright,
  })
  expect(readView('http://host/slide/1?v1=1_2_3_90_f')).toEqual({
    x: 1,
    y: 2,
    resolution: 3,
    degrees: 90,
    flipped: true,
  })
  expect(readView('http://host/slide/1')).toBeNull()
  expect(readTile('http://host/api/viewers/tiles/image/2/3/4/?token=a')).toBe('2/3/4')
  expect(readTile('http://host/api/viewers/thumbnails/image/?token=a')).toBeNull()
})

test('tiles beyond what is needed, twice, and missing are told apart', () => {
  expect(compareTiles(['a', 'b', 'c', 'c'], ['a', 'b', 'b', 'd'])).toEqual({
    needed: 3,
    asked: 4,
    beyond: ['d'],
    again: ['b'],
    missing: ['c'],
  })
})
