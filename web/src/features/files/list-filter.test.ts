import { describe, expect, test } from 'vitest'
import { changePlace, readPlace } from '../../ui/list-place.ts'
import { changeOf, everything, isFiltered, type ListFilter, queryOf, readFilter } from './list-filter.ts'

const project = '01977bd0-0000-7000-8000-000000000001'
const plain: ListFilter = {
  search: '',
  statuses: [],
  project: '',
  mine: false,
  ordering: '-created_at',
  page: 0,
}

function read(address: string): ListFilter {
  const parameters = new URLSearchParams(address)
  return readFilter(readPlace(parameters), parameters)
}

const change = (address: string, ...[what]: Parameters<typeof changeOf>) =>
  changePlace(new URLSearchParams(address), changeOf(what)).toString()

describe('the filter in the address', () => {
  test('is left out where nothing is chosen, and leaves the opened file there', () => {
    expect(read('')).toEqual(plain)
    const all = 'search=liver&status=ready&mine=1&ordering=name&file=7'
    expect(change(all, { ...everything, ordering: '-created_at' })).toBe('file=7')
  })

  test('comes back as it was written', () => {
    const filter = {
      search: 'liver & كبد',
      statuses: ['waiting', 'unreadable'],
      project,
      mine: true,
      ordering: '-size',
    } as const
    expect(read(change('', filter))).toEqual({ ...filter, page: 0 })
  })

  test.each(['status=gone', 'ordering=updated_at', 'project=7', 'mine=yes'])(
    '%s counts as not said',
    (address) => {
      expect(read(address)).toEqual(plain)
    },
  )

  test('keeps the states that are known, in their own order', () => {
    expect(read('status=failed,gone,uploading').statuses).toEqual(['uploading', 'failed'])
  })
})

test('another filter starts at the first page', () => {
  expect(change('page=3', { statuses: ['failed'] })).toBe('status=failed')
  expect(change('page=3&mine=1', { project })).toBe(`mine=1&project=${project}`)
})

test('what is not chosen is not asked for', () => {
  expect(queryOf({ ...plain, page: 3 })).toEqual({
    limit: 50,
    offset: 150,
    ordering: '-created_at',
    search: null,
    status: [],
    project_id: [],
    mine: null,
  })
  expect(queryOf({ ...plain, statuses: ['ready'], project, mine: true })).toMatchObject({
    status: ['ready'],
    project_id: [project],
    mine: true,
  })
})

test('only what leaves files out is a filter', () => {
  expect(isFiltered({ ...plain, ordering: 'size', page: 2 })).toBe(false)
  for (const chosen of [{ search: 'x' }, { statuses: ['ready' as const] }, { project }, { mine: true }]) {
    expect(isFiltered({ ...plain, ...chosen })).toBe(true)
  }
})
