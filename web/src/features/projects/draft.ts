import { textLimits } from '@cresyl/contract/limits'
import type { Project } from '@cresyl/contract/projects'
import { words } from './words.ts'

/** What a person types about a project. */
export interface Draft {
  name: string
  description: string
}

export type DraftField = keyof Draft
const draftFields = ['name', 'description'] as const satisfies DraftField[]

export function draftOf({ name, description }: Project): Draft {
  return { name, description }
}

export function checkDraft(draft: Draft): Partial<Draft> {
  const name = draft.name.trim()
  const errors: Partial<Draft> = {}
  if (name === '') errors.name = words.fields.nameRequired
  if (name.length > textLimits.name) errors.name = words.fields.nameTooLong
  if (draft.description.trim().length > textLimits.description) {
    errors.description = words.fields.descriptionTooLong
  }
  return errors
}

/** What differs from the stored project, as it would be stored. */
export function changesOf(base: Draft, draft: Draft): Partial<Draft> {
  return Object.fromEntries(
    draftFields
      .map((field) => [field, draft[field].trim()] as const)
      .filter(([field, text]) => text !== base[field]),
  )
}

export function isChanged(base: Draft, draft: Draft): boolean {
  return Object.keys(changesOf(base, draft)).length > 0
}

export interface Merge {
  draft: Draft
  /** Both changed these, differently: the person must choose. */
  conflicts: DraftField[]
}

/** Puts what someone else saved together with what was typed since `base`; what was typed stays until chosen otherwise. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Merge {
  const typed = changesOf(base, mine)
  const conflicts = draftFields.filter(
    (field) => typed[field] !== undefined && theirs[field] !== base[field] && typed[field] !== theirs[field],
  )
  return { draft: { ...theirs, ...typed }, conflicts }
}
