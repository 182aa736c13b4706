import { expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { invitationErrors } from './mutations.ts'

test('an address that is a member already is said beside the address', () => {
  const error = new CallError({ status: 409, code: 'already_member', message: 'Already here.' })
  expect(invitationErrors(error)).toEqual({ email: 'Already here.' })
})

test("the server's sentences about a field are shown beside it", () => {
  const fields = { email: ['Not an e-mail address'], version: ['Odd.'] }
  const error = new CallError({ status: 400, code: 'invalid_input', message: 'No.', fields })
  expect(invitationErrors(error)).toEqual({ email: 'Not an e-mail address' })
})
