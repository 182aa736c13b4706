import { describe, expect, test } from 'vitest'
import {
  bandBetween,
  galleryLayout,
  heightOf,
  indexByKey,
  isInBand,
  type Layout,
  pagesOf,
  rowCount,
  scrollFor,
  slidesIn,
  tableLayout,
  visibleRows,
} from './window.ts'

/** 10 slides in rows of 4: 100 pixels each way, 10 of them between slides. */
const grid: Layout = { count: 10, columns: 4, rowHeight: 100, columnWidth: 100, gap: 10 }

describe('rows', () => {
  test('the last may be shorter', () => {
    expect(rowCount(grid)).toBe(3)
    expect(heightOf(grid)).toBe(290)
    expect(slidesIn({ first: 1, end: 3 }, grid)).toEqual({ first: 4, end: 10 })
  })

  test('an empty list has none', () => {
    const empty = { ...grid, count: 0 }
    expect(heightOf(empty)).toBe(0)
    expect(visibleRows(0, 500, empty)).toEqual({ first: 0, end: 0 })
    expect(pagesOf({ first: 0, end: 0 })).toEqual([])
  })

  test('those on the screen are there, with two to spare', () => {
    const long = tableLayout(1000, 100_000)
    expect(visibleRows(0, 440, long)).toEqual({ first: 0, end: 12 })
    expect(visibleRows(44_000, 440, long)).toEqual({ first: 998, end: 1012 })
    expect(visibleRows(heightOf(long) - 440, 440, long)).toEqual({ first: 99_988, end: 100_000 })
  })

  test('scrolled past what there is, the last are there', () => {
    expect(visibleRows(99_999, 440, grid)).toEqual({ first: 1, end: 3 })
  })

  test('before the list begins, its start is there', () => {
    expect(visibleRows(-300, 440, grid)).toEqual({ first: 0, end: 3 })
  })
})

describe('columns of the gallery', () => {
  test.each([
    [358, 2],
    [700, 3],
    [1152, 5],
    [2400, 10],
  ])('%i pixels hold %i cards, edge to edge', (width, columns) => {
    const layout = galleryLayout(width, 100)
    expect(layout.columns).toBe(columns)
    expect(layout.columns * layout.columnWidth - layout.gap).toBeCloseTo(width)
  })
})

test('pages are those of the first and the last slide, and all between', () => {
  expect(pagesOf({ first: 0, end: 100 })).toEqual([0])
  expect(pagesOf({ first: 99, end: 101 })).toEqual([0, 1])
  expect(pagesOf({ first: 250, end: 420 })).toEqual([2, 3, 4])
})

describe('scrolling to a row', () => {
  test('that is seen: nowhere', () => expect(scrollFor(1, 50, 300, grid)).toBe(50))
  test('above: to its top', () => expect(scrollFor(0, 50, 300, grid)).toBe(0))
  test('below: until its end is seen', () => expect(scrollFor(4, 50, 300, grid)).toBe(200))
})

describe('keys', () => {
  test.each([
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowUp', 2, 2],
    ['ArrowUp', 9, 5],
    ['ArrowDown', 1, 5],
    ['ArrowDown', 7, 9],
    ['ArrowDown', 8, 8],
    ['PageDown', 1, 9],
    ['PageUp', 9, 1],
    ['PageUp', 6, 2],
    ['Home', 7, 0],
    ['End', 1, 9],
    ['x', 1, undefined],
  ])('%s leads from %i to %s', (key, from, to) => {
    expect(indexByKey(key, from, grid, 2)).toBe(to)
  })
})

describe('a band', () => {
  const chosen = (from: [number, number], to: [number, number]) => {
    const band = bandBetween({ x: from[0], y: from[1] }, { x: to[0], y: to[1] }, grid)
    return Array.from({ length: 10 }, (_, index) => index).filter(
      (index) => band !== null && isInBand(index, band, grid),
    )
  }

  test('takes what it touches, whichever way it was drawn', () => {
    expect(chosen([50, 50], [150, 150])).toEqual([0, 1, 4, 5])
    expect(chosen([150, 150], [50, 50])).toEqual([0, 1, 4, 5])
  })

  test('takes nothing between slides', () => {
    expect(chosen([92, 10], [98, 80])).toEqual([])
    expect(chosen([10, 92], [80, 98])).toEqual([])
  })

  test('may go beyond the list', () => {
    expect(chosen([-50, -50], [1000, 50])).toEqual([0, 1, 2, 3])
    expect(chosen([150, 250], [1000, 5000])).toEqual([9])
    expect(chosen([-80, 10], [-20, 80])).toEqual([])
  })
})
