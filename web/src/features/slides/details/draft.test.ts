import { expect, test } from 'vitest'
import { words } from '../words.ts'
import { type Draft, editOf, mergeDrafts, mppProblem, nameProblem } from './draft.ts'

const base: Draft = { name: 'Liver 1', projectId: 'p', tissueId: 't', stainerId: null, mpp: '' }

test('only what differs is sent, and what was taken away is sent as nothing', () => {
  expect(editOf(base, { ...base, name: 'Liver 1 ' })).toEqual({})
  expect(editOf(base, { ...base, name: 'Liver 2', projectId: null })).toEqual({
    name: 'Liver 2',
    project_id: null,
  })
})

test('a name is required and has a limit', () => {
  expect(nameProblem({ ...base, name: '  ' })).toBe('A name is required.')
  expect(nameProblem({ ...base, name: 'n'.repeat(256) })).toContain('255')
  expect(nameProblem({ ...base, name: 'n'.repeat(255) })).toBeNull()
})

test('a pixel size is a number within bounds, or none', () => {
  expect(editOf(base, { ...base, mpp: ' 0,50 ' })).toEqual({ mpp: 0.5 })
  expect(editOf({ ...base, mpp: '0.5' }, { ...base, mpp: ' ' })).toEqual({ mpp: null })
  expect(editOf({ ...base, mpp: '0.5' }, { ...base, mpp: '.5' })).toEqual({})
  expect(['', '0.01', '100', '0,25'].map((mpp) => mppProblem({ ...base, mpp }))).toEqual(Array(4).fill(null))
  for (const mpp of ['0', '0.009', '101', '-1', 'half'])
    expect(mppProblem({ ...base, mpp })).toBe('A pixel size is between 0.01 and 100 µm.')
})

test('what two people changed is put together', () => {
  const merge = mergeDrafts(base, { ...base, name: 'Mine' }, { ...base, stainerId: 's' })
  expect(merge).toEqual({ draft: { ...base, name: 'Mine', stainerId: 's' }, conflicts: [] })
})

test('the same field is a choice, and what was typed stays', () => {
  const merge = mergeDrafts(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })
  expect(merge).toEqual({ draft: { ...base, name: 'Mine' }, conflicts: ['name'] })
})

test('the same change by both is no conflict', () => {
  expect(mergeDrafts(base, { ...base, tissueId: null }, { ...base, tissueId: null }).conflicts).toEqual([])
})

test('what the file states is told in as many digits as are read', () => {
  const stated = { file_mpp_x: 0.24990000575780869, file_mpp_y: 0.24990000575780869 }
  expect(words.drawer.fileScale(stated)).toBe(
    'The file states 0.2499 µm. Enter another size only if that is wrong.',
  )
})
