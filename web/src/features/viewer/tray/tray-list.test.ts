import { describe, expect, test } from 'vitest'
import { neighboursOf, pageSize, pagesOf, rowByKey, rowHeight, scrollFor, visibleRows } from './tray-list.ts'

describe('what is seen of thousands of slides', () => {
  test('is a few rows, whatever the place', () => {
    expect(visibleRows(0, 5 * rowHeight, 3000)).toEqual({ first: 0, end: 9 })
    expect(visibleRows(1000 * rowHeight, 5 * rowHeight, 3000)).toEqual({ first: 996, end: 1009 })
  })

  test('ends with the list, and is nothing of an empty one', () => {
    expect(visibleRows(2996 * rowHeight, 5 * rowHeight, 3000)).toEqual({ first: 2992, end: 3000 })
    expect(visibleRows(0, 400, 0)).toEqual({ first: 0, end: 0 })
  })

  test('stays inside a list that has become shorter than where one had scrolled to', () => {
    const { first, end } = visibleRows(1000 * rowHeight, 400, 3)
    expect(end).toBe(3)
    expect(first).toBeLessThanOrEqual(end)
  })

  test('needs the pages that its rows are on, and no others', () => {
    expect(pagesOf({ first: 0, end: pageSize })).toEqual([0])
    expect(pagesOf({ first: 0, end: pageSize + 1 })).toEqual([0, 1])
    expect(pagesOf({ first: 2 * pageSize, end: 2 * pageSize + 9 })).toEqual([2])
    expect(pagesOf({ first: 0, end: 0 })).toEqual([])
  })
})

describe('scrolling to the open slide', () => {
  const height = 5 * rowHeight

  test('does nothing while it is seen as a whole', () => {
    expect(scrollFor(3, 2 * rowHeight, height)).toBe(2 * rowHeight)
  })

  test('moves as little as can be', () => {
    expect(scrollFor(1, 2 * rowHeight, height)).toBe(rowHeight)
    expect(scrollFor(7, 2 * rowHeight, height)).toBe(3 * rowHeight)
  })

  test('puts it in the middle where one has just come', () => {
    expect(scrollFor(100, 0, height, 'centre')).toBe(98 * rowHeight)
    expect(scrollFor(0, 10 * rowHeight, height, 'centre')).toBe(0)
  })
})

describe('the slides before and after', () => {
  test('are those beside the open one, and none beyond the ends', () => {
    expect(neighboursOf(5, true, 10)).toEqual({ previous: 4, next: 6 })
    expect(neighboursOf(0, true, 10)).toEqual({ previous: null, next: 1 })
    expect(neighboursOf(9, true, 10)).toEqual({ previous: 8, next: null })
    expect(neighboursOf(0, true, 1)).toEqual({ previous: null, next: null })
  })

  test('are those between which a slide would stand that the search leaves out', () => {
    expect(neighboursOf(5, false, 10)).toEqual({ previous: 4, next: 5 })
    expect(neighboursOf(10, false, 10)).toEqual({ previous: 9, next: null })
    expect(neighboursOf(0, false, 0)).toEqual({ previous: null, next: null })
  })
})

test('keys lead from row to row and stop at the ends', () => {
  const lead = (key: string, row: number) => rowByKey(key, row, 100)
  expect([lead('ArrowDown', 3), lead('ArrowDown', 99), lead('ArrowUp', 0)]).toEqual([4, 99, 0])
  expect([lead('Home', 50), lead('End', 50)]).toEqual([0, 99])
  expect([lead('Enter', 3), lead('PageDown', 3)]).toEqual([undefined, undefined])
})
