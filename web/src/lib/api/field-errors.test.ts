import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { fieldErrors, hasCode } from './field-errors.ts'

const error = new CallError({
  status: 400,
  code: 'invalid_input',
  message: 'Not valid.',
  fields: { name: ['Too long.', 'And odd.'], other: ['Unknown field'] },
})

test('each field of the form gets its first sentence, and no other field any', () => {
  expect(fieldErrors(error, ['name', 'email'])).toEqual({ name: 'Too long.' })
  expect(fieldErrors(new TypeError('a bug'), ['name'])).toEqual({})
})

test('a code is known for what it is', () => {
  expect(hasCode(error, 'name_taken', 'invalid_input')).toBe(true)
  expect(hasCode(error, 'name_taken')).toBe(false)
  expect(hasCode(null, 'name_taken')).toBe(false)
})
