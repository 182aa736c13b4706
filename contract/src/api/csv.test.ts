import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('a row has its values with commas between them, and nothing where there is none', () => {
  expect(csvRow(['Nucleus', 12.5, null, ''])).toBe('Nucleus,12.5,,\r\n')
})

test('text with commas, quotes or breaks stays one value', () => {
  expect(csvRow(['a,b', 'say "no"', 'two\nlines', "it's"])).toBe('"a,b","say ""no""","two\nlines",it\'s\r\n')
})

test.each([
  '=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '+49 30',
  '-2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '=HYPERLINK("http://evil.example","here")',
])('no spreadsheet takes %j for a formula', (text) => {
  expect(csvRow([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`)
})

test('numbers stay numbers, whatever their sign; what is none is left out', () => {
  expect(csvRow([-2, 1e-7, -0.5, Number.NaN, Number.POSITIVE_INFINITY])).toBe('-2,1e-7,-0.5,,\r\n')
})
