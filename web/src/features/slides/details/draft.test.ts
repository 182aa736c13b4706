import { expect, test } from 'vitest'
import { listChanges } from '../../../ui/edit-form/merge-drafts.ts'
import { words } from '../words.ts'
import { checkDraft, type Draft, writeDraft } from './draft.ts'

const base: Draft = { name: 'Liver 1', project_id: 'p', tissue_id: 't', stainer_id: null, mpp: '' }

test('a name is required and has a limit', () => {
  expect(checkDraft({ ...base, name: '  ' }).name).toBe('A name is required.')
  expect(checkDraft({ ...base, name: 'n'.repeat(256) }).name).toContain('255')
  expect(checkDraft({ ...base, name: 'n'.repeat(255) })).toEqual({})
})

test('a pixel size is a number within bounds, or none', () => {
  expect(writeDraft({ ...base, mpp: ' 0,50 ' }).mpp).toBe(0.5)
  expect(writeDraft({ ...base, mpp: ' ' }).mpp).toBeNull()
  expect(listChanges(writeDraft, { ...base, mpp: '0.5' }, { ...base, mpp: '.5' })).toEqual([])
  for (const mpp of ['', '0.01', '100', '0,25']) expect(checkDraft({ ...base, mpp })).toEqual({})
  for (const mpp of ['0', '0.009', '101', '-1', 'half'])
    expect(checkDraft({ ...base, mpp }).mpp).toBe('A pixel size is between 0.01 and 100 µm.')
})

test('what the file states is told in as many digits as are read', () => {
  const stated = { file_mpp_x: 0.24990000575780869, file_mpp_y: 0.24990000575780869 }
  expect(words.drawer.fileScale(stated)).toBe(
    'The file states 0.2499 µm. Enter another size only if that is wrong.',
  )
})
