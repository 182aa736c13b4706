import { describe, expect, test } from 'vitest'
import { listChanges, mergeDrafts } from './merge-drafts.ts'

interface Draft {
  name: string
  days: string
  classes: string[]
}

const base: Draft = { name: 'Liver', days: '30', classes: ['Tumour'] }
const write = ({ name, days, classes }: Draft) => ({ name: name.trim(), days: Number(days), classes })

describe('what differs', () => {
  test('is what would be stored otherwise', () => {
    expect(listChanges(write, base, { name: ' Liver ', days: '30.0', classes: ['Tumour'] })).toEqual([])
    expect(listChanges(write, base, { ...base, classes: [], days: '31' })).toEqual(['days', 'classes'])
  })

  test('is what is no number where none is stored', () => {
    expect(listChanges(write, { ...base, days: '0' }, { ...base, days: 'ten' })).toEqual(['days'])
  })
})

describe('two people editing', () => {
  const merge = (mine: Partial<Draft>, theirs: Partial<Draft>) =>
    mergeDrafts(write, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } })

  test('different fields are put together', () => {
    expect(merge({ name: 'Liver 2026' }, { days: '60' })).toEqual({
      draft: { ...base, name: 'Liver 2026', days: '60' },
      conflicts: [],
    })
  })

  test('the same field is a choice, and what was typed stays', () => {
    expect(merge({ name: 'Mine' }, { name: 'Theirs' })).toEqual({
      draft: { ...base, name: 'Mine' },
      conflicts: ['name'],
    })
  })

  test('the same change by both is no conflict', () => {
    expect(merge({ days: '60' }, { days: '60.0' }).conflicts).toEqual([])
  })
})
