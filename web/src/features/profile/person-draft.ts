import { textLimits } from '@cresyl/contract/api/limits'
import type { Profile } from '@cresyl/contract/people/profiles'
import { words } from './words.ts'

/** What a person changes about themselves. */
export type PersonDraft = Pick<Profile, 'name' | 'picture'>

export const readPerson = ({ name, picture }: Profile): PersonDraft => ({ name, picture })
export const writePerson = ({ name, picture }: PersonDraft): PersonDraft => ({ name: name.trim(), picture })

export function checkPerson({ name }: PersonDraft): { name?: string } {
  const length = name.trim().length
  if (length === 0) return { name: words.person.nameRequired }
  return length > textLimits.name ? { name: words.person.nameTooLong } : {}
}
