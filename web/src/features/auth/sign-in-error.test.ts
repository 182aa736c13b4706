import { expect, test } from 'vitest'
import { asSentence } from './sign-in-error.tsx'

test.each([
  ['the account is disabled', 'The account is disabled.'],
  ['User did not authorize the request. ', 'User did not authorize the request.'],
  ['Really?', 'Really?'],
])('what a provider says becomes a sentence: %j', (said, shown) => {
  expect(asSentence(said)).toBe(shown)
})
