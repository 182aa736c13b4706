import { expect, test } from 'vitest'
import { matches, partsOf } from './match.ts'

const shown = (text: string, search: string) =>
  partsOf(text, search)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test('what was searched for is marked, however it is written', () => {
  expect(shown('Liver biopsies', 'LIV')).toBe('[Liv]er biopsies')
  expect(shown('Liver biopsies', 'iver bio')).toBe('L[iver] [bio]psies')
  expect(shown('aaaa', 'aa')).toBe('[aaaa]')
  expect(shown('Liver', '  ')).toBe('Liver')
  expect(shown('', 'x')).toBe('')
})

test('signs mean themselves', () => {
  expect(shown('a.b (c)', '.b (')).toBe('a[.b] [(]c)')
})

test('letters whose small form is longer are left unmarked rather than marked wrongly', () => {
  expect(shown('İzmir', 'zmir')).toBe('İzmir')
})

test('all words have to be there, in any order', () => {
  expect(matches('Go to the uploads', 'upl go')).toBe(true)
  expect(matches('Go to the uploads', 'upl gone')).toBe(false)
  expect(matches('Anything', '')).toBe(true)
})
