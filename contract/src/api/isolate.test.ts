import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test('a name is put between marks that keep it to itself', () => {
  expect(isolate('Kidney')).toBe('\u2068Kidney\u2069')
  expect(isolate('a\u202eb')).toBe('\u2068a\u202eb\u2069')
})

test('a name cannot get out by closing the isolate itself', () => {
  expect(isolate('a\u2069\u202eb')).toBe('\u2068a\u202eb\u2069')
})

test('isolates of the name are kept, and closed where it does not', () => {
  expect(isolate('\u2067a\u2069b')).toBe('\u2068\u2067a\u2069b\u2069')
  expect(isolate('\u2066a')).toBe('\u2068\u2066a\u2069\u2069')
})
