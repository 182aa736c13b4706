import { describe, expect, test } from 'vitest'
import { changesOf, checkDraft, mergeDrafts } from './draft.ts'

const base = { name: 'Liver', description: 'H&E' }

describe('checks', () => {
  test('a name of spaces is none', () => {
    expect(checkDraft({ name: '   ', description: '' })).toEqual({ name: 'A name is required.' })
  })

  test('255 characters fit, 256 do not', () => {
    expect(checkDraft({ name: 'x'.repeat(255), description: '' })).toEqual({})
    expect(checkDraft({ name: 'x'.repeat(256), description: '' }).name).toContain('255')
  })

  test('a description has its limit too', () => {
    expect(checkDraft({ name: 'x', description: 'x'.repeat(4001) }).description).toContain('4,000')
  })
})

test('only what differs is sent', () => {
  expect(changesOf(base, { name: 'Liver ', description: 'PAS' })).toEqual({ description: 'PAS' })
  expect(changesOf(base, base)).toEqual({})
})

describe('two people editing', () => {
  test('different fields are put together', () => {
    const merge = mergeDrafts(base, { ...base, name: 'Liver 2026' }, { ...base, description: 'PAS' })
    expect(merge).toEqual({ draft: { name: 'Liver 2026', description: 'PAS' }, conflicts: [] })
  })

  test('the same field is a choice, and what was typed stays', () => {
    const merge = mergeDrafts(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })
    expect(merge).toEqual({ draft: { name: 'Mine', description: 'H&E' }, conflicts: ['name'] })
  })

  test('the same change by both is no conflict', () => {
    const merge = mergeDrafts(base, { ...base, name: 'Liver 2' }, { ...base, name: 'Liver 2' })
    expect(merge.conflicts).toEqual([])
  })
})
