import { isolate } from '@cresyl/contract/api/isolate'
import { expect, test } from 'vitest'
import { words } from './words.ts'

test('how many slides have a term is said in words', () => {
  expect([0, 1, 12, 1200].map(words.uses)).toEqual(['not used', '1 slide', '12 slides', '1,200 slides'])
})

test('deleting says what its slides keep', () => {
  const { text } = words.stains.delete
  expect(text(0)).toBe('will no longer be offered. No slides use it.')
  expect(text(1)).toContain('The slide that uses it keeps it.')
  expect(text(12)).toContain('The 12 slides that use it keep it.')
})

test('merging says what its slides get', () => {
  const { text } = words.tissues.merge
  expect(text('Liver', 0)).toMatch(/No slides use it\.$/)
  expect(text('Liver', 1)).toMatch(/The slide that uses it will be updated\.$/)
  expect(text('Liver', 12)).toMatch(/The 12 slides that use it will be updated\.$/)
  expect(text('Liver', 12).startsWith(isolate('Liver'))).toBe(true)
})
