import { describe, expect, test } from 'vitest'
import { checkValues, findTaken, suggestionsFor } from './term-drafts.ts'
import type { Term } from './vocabulary.ts'

const organ = { key: 'organ', label: 'Organ', common: ['Brain', 'Liver'] }
const species = { key: 'species', label: 'Species', common: ['Human'] }

function term(id: string, organ: string, species: string, aliases: string[] = []): Term {
  const name = `${organ} · ${species}`
  return {
    id,
    values: { organ, species },
    name,
    aliases,
    uses: 0,
    updated_at: '2026-11-15T00:00:00Z',
    version: 1,
  }
}

const terms = [term('1', 'Liver', 'Human', ['Hepar · Human']), term('2', 'Liver', 'Mouse')]

describe('a name that is taken', () => {
  test('is found whatever its case and spaces', () => {
    expect(findTaken(terms, { organ: ' liver', species: 'HUMAN' })).toContain('already exists')
  })

  test('is not that of the term being edited', () => {
    expect(findTaken(terms, { organ: 'liver', species: 'Human' }, terms[0])).toBeUndefined()
  })

  test('may be one that was merged away', () => {
    expect(findTaken(terms, { organ: 'Hepar', species: 'human' })).toContain('was merged into')
  })

  test('needs every part to be the same', () => {
    expect(findTaken(terms, { organ: 'Liver', species: 'Rat' })).toBeUndefined()
  })
})

test('what is in use is suggested first and once', () => {
  expect(suggestionsFor(organ, terms)).toEqual([
    { text: 'Liver', inUse: true },
    { text: 'Brain', inUse: false },
  ])
})

test('every part is required', () => {
  expect(checkValues([organ, species], { organ: ' ', species: 'Human' })).toEqual({
    organ: 'Organ is required.',
  })
})
