import { passwordLength } from '@cresyl/contract/api/limits'
import { words } from './words.ts'

export interface PasswordDraft {
  current: string
  next: string
  again: string
}

export const blankPassword: PasswordDraft = { current: '', next: '', again: '' }

/** What stands in the way of sending it, field by field. */
export function checkPassword({ current, next, again }: PasswordDraft): Partial<PasswordDraft> {
  const errors: Partial<PasswordDraft> = {}
  if (current === '') errors.current = words.password.currentRequired
  // Characters as people count them: an emoji is one.
  const length = [...next].length
  if (length < passwordLength.min) errors.next = words.password.tooShort(length)
  else if (length > passwordLength.max) errors.next = words.password.tooLong
  else if (next === current) errors.next = words.password.same
  if (again !== next) errors.again = words.password.different
  return errors
}
