import { batchLimits } from '@cresyl/contract/api/limits'
import { describe, expect, test } from 'vitest'
import {
  countOf,
  everything,
  givenSelection,
  isSelected,
  nothing,
  rangeBetween,
  setSelected,
  toggled,
} from './selection.ts'

describe('one by one', () => {
  const two = setSelected(nothing, ['a', 'b'], true)

  test('slides are added, taken out and counted', () => {
    expect(countOf(two, 10)).toBe(2)
    expect(isSelected(two, 'a')).toBe(true)
    expect(isSelected(two, 'c')).toBe(false)
    expect(countOf(toggled(two, 'a'), 10)).toBe(1)
    expect(countOf(toggled(two, 'c'), 10)).toBe(3)
  })

  test('a change makes another selection', () => {
    toggled(two, 'a')
    expect(isSelected(two, 'a')).toBe(true)
  })

  test('there are no more than can be named', () => {
    const many = Array.from({ length: batchLimits.named + 5 }, (_, n) => String(n))
    expect(countOf(setSelected(nothing, many, true), 100_000)).toBe(batchLimits.named)
  })

  test('they are named to the server', () => {
    expect(givenSelection(two, { unsorted: true })).toEqual({ slide_ids: ['a', 'b'] })
  })
})

describe('all but some', () => {
  const allButA = toggled(everything, 'a')

  test('what nobody has seen is selected, too', () => {
    expect(isSelected(everything, 'never fetched')).toBe(true)
    expect(isSelected(allButA, 'a')).toBe(false)
    expect(countOf(allButA, 10)).toBe(9)
  })

  test('what was taken out can be put back', () => {
    expect(countOf(toggled(allButA, 'a'), 10)).toBe(10)
  })

  test('the server is told the filter and the exceptions', () => {
    expect(givenSelection(allButA, { unsorted: true })).toEqual({
      filter: { unsorted: true },
      except_ids: ['a'],
    })
  })
})

describe('a range', () => {
  test('includes both ends, whichever comes first', () => {
    expect(rangeBetween(3, 7)).toEqual({ first: 3, end: 8 })
    expect(rangeBetween(7, 3)).toEqual({ first: 3, end: 8 })
    expect(rangeBetween(4, 4)).toEqual({ first: 4, end: 5 })
  })

  test('ends where slides can no longer be named, counted from where it began', () => {
    expect(rangeBetween(0, 50_000)).toEqual({ first: 0, end: batchLimits.named })
    expect(rangeBetween(50_000, 0)).toEqual({ first: 50_001 - batchLimits.named, end: 50_001 })
  })
})
