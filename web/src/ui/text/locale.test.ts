import { expect, test } from 'vitest'
import { resolveLocale } from './locale.ts'

test('what a person chose comes first', () => {
  expect(resolveLocale('ja-JP', ['de-DE'])).toBe('ja-JP')
})

test.each([
  [['de-DE', 'en-US'], 'de-DE'],
  [['de-AT'], 'de-DE'],
  [['en'], 'en-GB'],
  [['en-US'], 'en-US'],
  [['is-IS', 'fr'], 'fr-FR'],
])('a browser that prefers %j gets %s', (preferred, expected) => {
  expect(resolveLocale(null, preferred)).toBe(expected)
})

test('where nothing fits, dates are British', () => {
  expect(resolveLocale(null, ['is-IS'])).toBe('en-GB')
  expect(resolveLocale(null, [])).toBe('en-GB')
})
