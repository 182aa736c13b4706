import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test('shows where a text begins and ends', () => {
  expect(quoted('')).toBe('""')
  expect(quoted(' µm ')).toBe('" µm "')
})

test('keeps a message on one line and readable', () => {
  expect(quoted('a\nb\0c"d\u2028')).toBe('"a?b?c?d?"')
  expect(quoted('x'.repeat(1000))).toBe(`"${'x'.repeat(60)}…"`)
  expect(quoted(`${'x'.repeat(59)}\u{1f600}`)).toBe(`"${'x'.repeat(59)}?…"`)
})
