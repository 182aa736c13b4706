import { textLimits } from '@cresyl/contract/limits'
import type { Profile } from '@cresyl/contract/profiles'
import { words } from './words.ts'

/** What a person changes about themselves until it is saved. */
export interface PersonDraft {
  /** What it was made from. */
  base: Profile
  name: string
  picture: string | null
}

export function draftOf(profile: Profile): PersonDraft {
  return { base: profile, name: profile.name, picture: profile.picture }
}

/** What differs from the base, as it would be stored. */
export function editOf({ base, name, picture }: PersonDraft): { name?: string; picture?: string | null } {
  return {
    ...(name.trim() !== base.name && { name: name.trim() }),
    ...(picture !== base.picture && { picture }),
  }
}

export function isChanged(draft: PersonDraft): boolean {
  return Object.keys(editOf(draft)).length > 0
}

export function nameError(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return words.person.nameRequired
  return length > textLimits.name ? words.person.nameTooLong : undefined
}

/** Theme and the like may differ: they are saved apart from what is typed. */
export function isSamePerson(one: Profile, other: Profile): boolean {
  return one.name === other.name && one.picture === other.picture
}

export interface Rebased {
  draft: PersonDraft
  /** Changed both here and there, and differently. */
  conflicts: ('name' | 'picture')[]
}

/** Puts what was typed on top of what is stored now; what was typed stays. */
export function rebase(draft: PersonDraft, stored: Profile): Rebased {
  const edit = editOf(draft)
  const conflicts = (['name', 'picture'] as const).filter(
    (field) => field in edit && stored[field] !== draft.base[field] && stored[field] !== edit[field],
  )
  return { draft: { ...draftOf(stored), ...edit }, conflicts }
}
