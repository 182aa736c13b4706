import { isolate } from '@cresyl/contract/isolate'
import { expect, test } from 'vitest'
import { words } from './words.ts'

test('how many slides have a term is said in words', () => {
  expect([0, 1, 12, 1200].map(words.uses)).toEqual(['not used', '1 slide', '12 slides', '1,200 slides'])
})

test('deleting says what its slides keep', () => {
  const { text } = words.stains.delete
  expect(text(0)).toBe('is no longer offered. No slide has it.')
  expect(text(1)).toContain('The slide that has it keeps it until it is given another.')
  expect(text(12)).toContain('The 12 slides that have it keep it until they are given another.')
})

test('merging says what its slides get', () => {
  const { text } = words.tissues.merge
  expect(text('Liver', 0)).toMatch(/No slide has it\.$/)
  expect(text('Liver', 1)).toMatch(/The slide that has it gets the other\.$/)
  expect(text('Liver', 12)).toMatch(/The 12 slides that have it get the other\.$/)
  expect(text('Liver', 12).startsWith(isolate('Liver'))).toBe(true)
})
