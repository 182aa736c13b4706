import { describe, expect, test } from 'vitest'
import { coverPlaces } from './cover.ts'
import { tileGridOf } from './test-grid.ts'
import { placeKey, type TilePlace } from './tile-grid.ts'

const grid = tileGridOf(4096, 4096, [
  [1, 256, 256],
  [2, 256, 256],
  [4, 256, 256],
  [16, 256, 256],
])
const cover = (places: readonly TilePlace[], current: readonly string[], earlier: readonly string[] = []) => {
  const find = (keys: readonly string[], name: string) => (place: TilePlace) =>
    keys.includes(placeKey(place)) ? `${name} ${placeKey(place)}` : undefined
  const { tiles, covered } = coverPlaces(grid, places, {
    current: find(current, 'new'),
    earlier: find(earlier, 'old'),
  })
  return { covered, drawn: tiles.map(({ content }) => content) }
}
const place = { level: 1, x: 2, y: 2 }

describe('where a tile is missing', () => {
  test('nothing else is drawn once it is there', () => {
    const current = ['1/2/2', '0/4/4', '3/0/0']
    expect(cover([place], current, ['1/2/2'])).toEqual({ covered: ['itself'], drawn: ['new 1/2/2'] })
  })

  test('the nearest coarser one stands in for it, and none behind that', () => {
    expect(cover([place], ['2/1/1', '3/0/0'])).toEqual({ covered: ['instead'], drawn: ['new 2/1/1'] })
    expect(cover([place], ['3/0/0'])).toEqual({ covered: ['instead'], drawn: ['new 3/0/0'] })
  })

  test('finer ones are kept after zooming out, with a coarser one behind where some are missing', () => {
    const all = ['0/4/4', '0/5/4', '0/4/5', '0/5/5']
    expect(cover([place], [...all, '3/0/0'])).toEqual({
      covered: ['instead'],
      drawn: all.map((key) => `new ${key}`),
    })
    expect(cover([place], ['0/4/4', '3/0/0'])).toEqual({
      covered: ['instead'],
      drawn: ['new 0/4/4', 'new 3/0/0'],
    })
    expect(cover([place], ['0/4/4']).covered).toEqual(['partly'])
  })

  test('what was shown there before stays', () => {
    expect(cover([place], ['3/0/0'], ['1/2/2'])).toEqual({ covered: ['instead'], drawn: ['old 1/2/2'] })
  })

  test('one that stands in for several is drawn once, behind those that are there', () => {
    const places = [place, { level: 1, x: 3, y: 2 }, { level: 1, x: 3, y: 3 }]
    expect(cover(places, ['1/3/2', '2/1/1'])).toEqual({
      covered: ['instead', 'itself', 'instead'],
      drawn: ['new 1/3/2', 'new 2/1/1'],
    })
  })

  test('nothing is nothing', () => {
    expect(cover([place], [])).toEqual({ covered: ['nothing'], drawn: [] })
  })
})
