import { expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { isAboutField, projectErrors } from './mutations.ts'

const refusal = (fields: Record<string, string[]>) =>
  new CallError({ status: 400, code: 'invalid_input', message: 'Not valid.', fields })

test("the server's sentences about a field are shown beside it, word for word", () => {
  const error = refusal({ name: ['The server says no.', 'And no again.'], description: ['Nor this.'] })
  expect(projectErrors(error)).toEqual({ name: 'The server says no.', description: 'Nor this.' })
  expect(isAboutField(error)).toBe(true)
})

test('a name that is taken is said beside the name', () => {
  const error = new CallError({ status: 409, code: 'name_taken', message: 'Already in use.' })
  expect(projectErrors(error)).toEqual({ name: 'Already in use.' })
})

test('what is about no field of the form is not hidden in it', () => {
  expect(isAboutField(refusal({ version: ['Too old.'] }))).toBe(false)
  expect(isAboutField(new TypeError('a bug'))).toBe(false)
})
