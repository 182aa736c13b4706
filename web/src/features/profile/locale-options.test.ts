import { locales } from '@cresyl/contract/people/profiles'
import { expect, test } from 'vitest'
import { exampleOf, localeOptions, nameOf } from './locale-options.ts'

test('every language is offered under its own name', () => {
  expect(localeOptions.map((option) => option.locale)).toEqual(locales)
  expect(nameOf('de-DE')).toContain('Deutsch')
  expect(nameOf('fr-FR')).toMatch(/^Français/)
  expect(new Set(localeOptions.map((option) => option.name)).size).toBe(locales.length)
})

test('the example shows what the choice does', () => {
  expect(exampleOf('en-GB')).toBe('15 Nov 2026, 14:05 · 12,345.6')
  expect(exampleOf('de-DE')).toBe('15. Nov. 2026, 14:05 · 12.345,6')
})
