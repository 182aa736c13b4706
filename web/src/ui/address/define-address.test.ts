import { describe, expect, test } from 'vitest'
import { defineAddress } from './define-address.ts'
import { columnsOf, day, flag, id, ids, oneOf, orderingBy, page, someOf, text, wayOf } from './parameters.ts'

const liver = '0199f0a0-0000-7000-8000-000000000001'
const ada = '0199f0a0-0000-7000-8000-000000000002'

const list = defineAddress({
  search: text(),
  view: wayOf(['gallery', 'table'], 'gallery'),
  statuses: { ...someOf(['waiting', 'ready', 'failed']), name: 'status' },
  role: oneOf(['admin', 'guest']),
  project: id('unsorted'),
  tissues: ids('none'),
  from: day(),
  mine: flag('1'),
  columns: columnsOf(['size', 'by', 'stain'], ['size', 'by']),
  ordering: orderingBy(['name', 'size'], '-size'),
  page: page(),
})
type Shown = typeof list.usual

const everything: Shown = {
  search: 'liver & كبد',
  view: 'table',
  statuses: ['waiting', 'failed'],
  role: 'guest',
  project: liver,
  tissues: ['none', ada],
  from: '2026-11-01',
  mine: true,
  columns: ['stain', 'size'],
  ordering: 'name',
  page: 2,
}

const read = (address: string) => list.read(new URLSearchParams(address))
const change = (address: string, changes: Partial<Shown>) =>
  list.change(new URLSearchParams(address), changes).toString()

describe('what is read', () => {
  test('is the usual where nothing is said', () => {
    expect(read('tab=files')).toEqual(list.usual)
  })

  test('is what was written', () => {
    expect(read(change('tab=files', everything))).toEqual({ ...everything, columns: ['size', 'stain'] })
  })

  test.each([
    'view=wall',
    'status=gone',
    'role=king',
    'project=7',
    'tissues=liver,1',
    'from=2026-13-40',
    'mine=yes',
    'ordering=colour',
    'page=0',
    'page=-3',
    'page=two',
    'page=1.5',
  ])('%s counts as not said', (address) => expect(read(address)).toEqual(list.usual))

  test('keeps what is known, in its own order and once', () => {
    expect(read('status=failed,gone,waiting').statuses).toEqual(['waiting', 'failed'])
    expect(read('status=ready&status=waiting').statuses).toEqual(['waiting', 'ready'])
    expect(read(`tissues=${liver},none,${liver}`).tissues).toEqual([liver, 'none'])
  })

  test('is cut to what the server takes', () => {
    expect(read(`search=+${'x'.repeat(300)}`).search).toHaveLength(200)
  })

  test('may be no column at all', () => {
    expect(read(change('', { columns: [] })).columns).toEqual([])
  })
})

describe('a change', () => {
  test('keeps what else the address says', () => {
    expect(change('tab=files', { view: 'table' })).toBe('tab=files&view=table')
  })

  test('begins at the first page, but for one of the page', () => {
    expect(change('page=3&mine=1', { search: 'ada' })).toBe('mine=1&search=ada')
    expect(change('search=ada', { page: 1 })).toBe('search=ada&page=2')
    expect(change('search=ada&page=2', { page: 0 })).toBe('search=ada')
  })

  test('to the usual leaves the address short', () => {
    expect(change(change('tab=files', everything), list.usual)).toBe('tab=files')
  })
})

test('what takes something away is a filter, how it is shown is none', () => {
  const { view, columns, ordering, page, ...filters } = everything
  expect(list.isFiltered({ ...list.usual, view, columns, ordering, page })).toBe(false)
  for (const [field, value] of Object.entries(filters)) {
    expect(list.chosen({ ...list.usual, [field]: value })).toEqual([field])
  }
  expect({ ...everything, ...list.unfiltered }).toEqual({ ...list.usual, view, columns, ordering, page })
})
