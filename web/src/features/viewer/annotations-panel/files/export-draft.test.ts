import { annotationLimits } from '@cresyl/contract/api/limits'
import { expect, test } from 'vitest'
import { everything } from '../listed-shapes.ts'
import { beginExport, type Exported, ordersOf } from './export-draft.ts'

const exported: Exported = { imageId: 'image', filter: everything, selected: new Set() }
const draft = beginExport(exported)

test('begins with what is selected, else with what is listed, else with all', () => {
  expect(beginExport(exported).which).toBe('all')
  const listed = { ...exported, filter: { ...everything, className: 'Tumour' } }
  expect(beginExport(listed).which).toBe('filtered')
  expect(beginExport({ ...listed, selected: new Set(['a']) }).which).toBe('selected')
})

test('asks for all, for what is listed as the server filters, or for those selected', () => {
  const filter = { search: ' rim ', className: '', review: 'open', assigneeId: 'ada' } as const
  const given = { ...exported, filter, selected: new Set(['a', 'b']) }
  const asked = (which: 'all' | 'filtered' | 'selected') => ordersOf({ ...draft, which }, given)
  expect(asked('all')).toEqual([{ query: { image_id: 'image', format: 'geojson' } }])
  expect(asked('filtered')).toEqual([
    {
      query: {
        image_id: 'image',
        format: 'geojson',
        class: [''],
        review: ['open'],
        assignee_id: ['ada'],
        search: 'rim',
      },
    },
  ])
  expect(asked('selected')).toEqual([{ body: { image_id: 'image', format: 'geojson', id: ['a', 'b'] } }])
})

test('a mask comes with its legend; cells are of tables only', () => {
  const mask = { ...draft, format: 'mask_png', mpp: '0,5', cells: true } as const
  expect(ordersOf(mask, exported)).toEqual([
    { query: { image_id: 'image', format: 'mask_png', mpp: 0.5 } },
    { query: { image_id: 'image', format: 'mask_legend', mpp: 0.5 } },
  ])
  expect(ordersOf({ ...mask, legend: false, mpp: '' }, exported)).toEqual([
    { query: { image_id: 'image', format: 'mask_png' } },
  ])
  expect(ordersOf({ ...draft, format: 'csv', cells: true }, exported)).toEqual([
    { query: { image_id: 'image', format: 'csv', cells: true } },
  ])
})

test('says what is wrong', () => {
  expect(ordersOf({ ...draft, format: 'mask_tiff', mpp: 'fine' }, exported)).toBe('mpp')
  expect(ordersOf({ ...draft, format: 'mask_tiff', mpp: '0' }, exported)).toBe('mpp')
  const selected = new Set(Array.from({ length: annotationLimits.selected + 1 }, (_, n) => `${n}`))
  expect(ordersOf({ ...draft, which: 'selected' }, { ...exported, selected })).toBe('tooManySelected')
})
