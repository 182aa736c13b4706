import { describe, expect, test } from 'vitest'
import { changePlace, readPlace } from '../../ui/list-place.ts'
import { changeOf, type ListFilter, queryOf, readFilter } from './list-filter.ts'

const plain: ListFilter = { search: '', state: 'active', ordering: '-updated_at', page: 0 }

function read(address: string): ListFilter {
  const parameters = new URLSearchParams(address)
  return readFilter(readPlace(parameters), parameters)
}

const change = (address: string, ...[what]: Parameters<typeof changeOf>) =>
  changePlace(new URLSearchParams(address), changeOf(what)).toString()

describe('the filter in the address', () => {
  test('is left out where nothing is chosen', () => {
    expect(read('')).toEqual(plain)
    expect(
      change('search=liver&state=archived&ordering=name', {
        search: '',
        state: 'active',
        ordering: '-updated_at',
      }),
    ).toBe('')
  })

  test('comes back as it was written', () => {
    const filter = { search: 'liver & كبد', state: 'archived', ordering: 'name' } as const
    expect(read(change('', filter))).toEqual({ ...filter, page: 0 })
  })

  test.each(['state=gone', 'ordering=size'])('%s counts as not said', (address) => {
    expect(read(address)).toEqual(plain)
  })
})

test('another state or order starts at the first page', () => {
  expect(change('page=3', { state: 'archived' })).toBe('state=archived')
  expect(change('state=archived&page=3', { ordering: 'name' })).toBe('state=archived&ordering=name')
})

test('pages of 50 become offsets, an empty search is left out', () => {
  expect(queryOf({ ...plain, page: 3 })).toEqual({
    limit: 50,
    offset: 150,
    state: 'active',
    ordering: '-updated_at',
    search: null,
  })
})
