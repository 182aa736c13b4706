import { describe, expect, test } from 'vitest'
import { changePlace, pageCount, readPlace } from './list-place.ts'

const read = (address: string) => readPlace(new URLSearchParams(address))
const change = (address: string, ...[what]: [Parameters<typeof changePlace>[1]]) =>
  changePlace(new URLSearchParams(address), what).toString()

describe('the place in the address', () => {
  test('is the first page of everything where nothing is said', () => {
    expect(read('tab=members')).toEqual({ search: '', page: 0 })
  })

  test.each(['page=0', 'page=-3', 'page=two', 'page=1.5'])('%s counts as not said', (address) => {
    expect(read(address).page).toBe(0)
  })

  test('a search is cut to what the server takes', () => {
    expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
  })
})

describe('a change of it', () => {
  test('keeps what else the address says', () => {
    expect(change('tab=members', { page: 2 })).toBe('tab=members&page=3')
  })

  test('of the search or a filter starts at the first page', () => {
    expect(change('tab=members&page=3', { search: 'ada' })).toBe('tab=members&search=ada')
    expect(change('tab=members&page=3', { role: 'admin' })).toBe('tab=members&role=admin')
  })

  test('to nothing leaves the address short', () => {
    expect(change('tab=members&search=ada&role=admin', { search: '', role: '' })).toBe('tab=members')
  })

  test('of the page keeps the search', () => {
    expect(change('search=ada', { page: 1 })).toBe('search=ada&page=2')
    expect(change('search=ada&page=2', { page: 0 })).toBe('search=ada')
  })
})

test('an empty list still has a page', () => {
  expect([0, 1, 50, 51, 1000].map(pageCount)).toEqual([1, 1, 1, 2, 20])
})
