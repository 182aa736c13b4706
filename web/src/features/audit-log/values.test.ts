import { describe, expect, test } from 'vitest'
import { fieldWords, linesOf, valueText } from './values.ts'
import { entryWords } from './words.ts'

describe('what a row says', () => {
  test.each([
    ['projectId', 'Project'],
    ['project_id', 'Project'],
    ['labelVisibility', 'Label visibility'],
    ['slide_ids', 'Slide'],
    ['id', 'Id'],
    ['stainerId', 'Stain'],
  ])('of %s is about %s', (field, said) => {
    expect(fieldWords(field)).toBe(said)
  })

  test('includes how often a request was refused', () => {
    const facts = [{ field: 'times', value: 1274 }]
    expect(entryWords({ event: 'access.refused', facts })).toBe('Request refused, 1,274 times')
    expect(entryWords({ event: 'access.refused', facts: [] })).toBe('Request refused')
  })

  test('names only the parts of a large value that differ', () => {
    const before = { primary: '#000000', accent: null, logo: { file: 'a', size: 1 } }
    const after = { primary: '#111111', accent: null, logo: { file: 'a', size: 2 } }
    expect(linesOf([{ field: 'branding', before, after }])).toEqual([
      { field: 'Branding › Primary', before: '#000000', after: '#111111' },
      { field: 'Branding › Logo › Size', before: 1, after: 2 },
    ])
  })

  test('tells of what was not there before', () => {
    expect(linesOf([{ field: 'name', before: null, after: 'A' }])).toEqual([
      { field: 'Name', before: null, after: 'A' },
    ])
  })

  test('has names instead of ids, and words instead of what programs write', () => {
    const id = '01938b5e-0000-7000-8000-000000000001'
    const names = { [id]: { name: 'Kidneys', link: null } }
    expect(valueText(id, names)).toBe('Kidneys')
    expect(valueText([id, 'x'], names)).toBe('Kidneys, x')
    expect(valueText(null, names)).toBe('none')
    expect(valueText(true, names)).toBe('yes')
    expect(valueText({ a: [1] }, names)).toContain('"a"')
  })
})
