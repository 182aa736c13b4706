import { expect, test } from 'vitest'
import { checkPerson, writePerson } from './person-draft.ts'

test('a name of spaces is none, and one has a greatest length', () => {
  const check = (name: string) => checkPerson({ name, picture: null }).name
  expect(check('  ')).toBe('A name is required.')
  expect(check('x'.repeat(255))).toBeUndefined()
  expect(check('x'.repeat(256))).toContain('255')
})

test('spaces around a name are not kept', () => {
  expect(writePerson({ name: ' Ada ', picture: null })).toEqual({ name: 'Ada', picture: null })
})
