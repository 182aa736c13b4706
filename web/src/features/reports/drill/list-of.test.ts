import { expect, test } from 'vitest'
import { chartIds } from '../model/charts.ts'
import { noFilters } from '../model/filters.ts'
import { listOf } from './list-of.ts'

const id = '01900000-0000-7000-8000-000000000001'
const other = '01900000-0000-7000-8000-000000000002'
const window = { from: '2026-10-28T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
const filters = { ...noFilters, project: [id], member: [id], predictor: [id, other] }

test('the list has the filters of the report and the window of the bar', () => {
  expect(listOf({ chart: 'verdicts', series: 'failed', ...window }, filters, 'stainer')).toMatchObject({
    kind: 'checks',
    query: {
      project_id: [id],
      created_by: [id],
      state: ['failed'],
      finished_after: window.from,
      finished_before: window.to,
    },
  })
})

test('a bar of a group narrows the filter to that group', () => {
  expect(listOf({ chart: 'predictors', series: other, ...window }, filters, 'stainer')?.query).toMatchObject({
    predictor_id: [other],
  })
  expect(listOf({ chart: 'slides', series: 'none', ...window }, filters, 'tissue')?.query).toMatchObject({
    tissue_id: ['none'],
    created_after: window.from,
  })
  expect(
    listOf({ chart: 'slideShares', series: 'warned', ...window }, filters, 'qc_state')?.query,
  ).toMatchObject({
    qc_state: ['warned'],
  })
})

test('overrides are those of whoever overrode, not of whoever asked for the check', () => {
  const list = listOf({ chart: 'overrides', series: other, ...window }, filters, 'stainer')
  expect(list?.query).toMatchObject({
    overridden: true,
    overridden_by: [other],
    overridden_after: window.from,
  })
  expect(list?.query).not.toHaveProperty('created_by')
})

test('what was kept is there since whenever it arrived', () => {
  expect(
    listOf({ chart: 'storage', series: 'all', ...window }, noFilters, 'stainer')?.query,
  ).not.toHaveProperty('created_after')
})

test.each(chartIds)('the rest of many series of %s leads nowhere', (chart) => {
  expect(listOf({ chart, series: 'others', ...window }, noFilters, 'stainer')).toBeNull()
})

test('a series that the chart doesn’t have leads nowhere', () => {
  expect(listOf({ chart: 'runs', series: 'lost', ...window }, noFilters, 'stainer')).toBeNull()
  expect(listOf({ chart: 'failing', series: '<b>', ...window }, noFilters, 'stainer')).toBeNull()
})
