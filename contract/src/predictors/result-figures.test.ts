import { expect, test } from 'vitest'
import { formatResult } from './result-figures.ts'

test.each([
  [3525.4, 0, '/mm²', '3,525 /mm²'],
  [0.5765, 2, 'mm²', '0.58 mm²'],
  [0.6, 2, 'mm²', '0.60 mm²'],
  [0.00483, 2, 'mm²', '0.0048 mm²'],
  [0.3, 0, '/mm²', '0.30 /mm²'],
  [12, 2, 'mm²', '12.00 mm²'],
  [0, 1, '%', '0.0 %'],
  [54.3, 0, '', '54'],
])('%d with %d digits of "%s" is "%s"', (value, digits, unit, expected) => {
  expect(formatResult(value, { digits, unit })).toBe(expected)
})

test('figures are grouped as the language of the person does', () => {
  expect(formatResult(1234.5, { digits: 1, unit: '' }, 'de-DE')).toBe('1.234,5')
})
