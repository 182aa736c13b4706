import { expect, test } from 'vitest'
import { checkDraft } from './draft.ts'

test('a name of spaces is none', () => {
  expect(checkDraft({ name: '   ', description: '' })).toEqual({ name: 'A name is required.' })
})

test('255 characters fit, 256 do not', () => {
  expect(checkDraft({ name: 'x'.repeat(255), description: '' })).toEqual({})
  expect(checkDraft({ name: 'x'.repeat(256), description: '' }).name).toContain('255')
})

test('a description has its limit too', () => {
  expect(checkDraft({ name: 'x', description: 'x'.repeat(4001) }).description).toContain('4,000')
})
