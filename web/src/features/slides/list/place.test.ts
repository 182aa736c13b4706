import { describe, expect, test } from 'vitest'
import { allSlides, filterOf, type SlidePlace, shownColumns, slideList } from './place.ts'

const liver = '0199f0a0-0000-7000-8000-000000000001'
const ada = '0199f0a0-0000-7000-8000-000000000002'
const project = '0199f0a0-0000-7000-8000-000000000003'

const read = (address: string) => slideList.read(new URLSearchParams(address))

const everything: SlidePlace = {
  view: 'table',
  sort: '-size',
  q: 'liver & كبد',
  tissue: [liver, 'none'],
  stain: ['none'],
  state: ['passed', 'failed'],
  overridden: true,
  by: [ada],
  from: '2026-11-01',
  to: '2026-11-15',
  deleted: true,
  columns: ['stain', 'size'],
}

describe('the address', () => {
  test('says nothing where nothing is chosen', () => {
    expect(read('')).toEqual(slideList.usual)
    expect(
      slideList.change(slideList.change(new URLSearchParams(), everything), slideList.usual).toString(),
    ).toBe('')
  })

  test('brings back what was written into it', () => {
    expect(slideList.read(slideList.change(new URLSearchParams('tab=details'), everything))).toEqual(
      everything,
    )
  })

  test('keeps what else it says', () => {
    expect(slideList.change(new URLSearchParams('tab=details'), { view: 'table' }).toString()).toBe(
      'tab=details&view=table',
    )
  })

  test('may leave the table with its names alone', () => {
    const address = slideList.change(new URLSearchParams(), { columns: [] })
    expect(slideList.read(address).columns).toEqual([])
  })

  test.each([
    'view=wall',
    'sort=colour',
    'tissue=liver,1',
    'state=fine',
    'by=ada',
    'from=2026-13-40',
    'to=x',
  ])('%s counts as not said', (address) => expect(read(address)).toEqual(slideList.usual))

  test('names everything once', () => {
    expect(read(`tissue=${liver},${liver}`).tissue).toEqual([liver])
  })
})

describe('what the server is asked for', () => {
  test('the slides of a project, those in none, or all', () => {
    expect(filterOf(slideList.usual, project)).toEqual({ project_id: [project] })
    expect(filterOf(slideList.usual, null)).toEqual({ unsorted: true })
    expect(filterOf(slideList.usual, allSlides)).toEqual({})
  })

  test('everything that was chosen, days as they are where the person is', () => {
    expect(filterOf(everything, project)).toEqual({
      project_id: [project],
      search: 'liver & كبد',
      tissue_id: [liver],
      without_tissue: true,
      without_stainer: true,
      qc_state: ['passed', 'failed'],
      qc_overridden: true,
      created_by: [ada],
      created_after: new Date(2026, 10, 1).toISOString(),
      created_before: new Date(2026, 10, 16).toISOString(),
      state: 'deleted',
    })
  })
})

test('the project is told where slides of several are beside each other', () => {
  expect(shownColumns(['stain'], project)).toEqual(['stain'])
  expect(shownColumns(['stain'], allSlides)).toEqual(['project', 'stain'])
})

test('clearing the filters leaves the view, the order and the deleted', () => {
  const cleared = { ...everything, ...slideList.unfiltered }
  expect(slideList.isFiltered(everything)).toBe(true)
  expect(slideList.isFiltered(cleared)).toBe(false)
  expect(cleared).toMatchObject({ view: 'table', sort: '-size', deleted: true, columns: ['stain', 'size'] })
})
