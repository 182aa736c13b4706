import { textLimits } from '@cresyl/contract/api/limits'
import { words } from './words.ts'

/** What a person types about a project. */
export interface Draft {
  name: string
  description: string
}

export const writeDraft = ({ name, description }: Draft): Draft => ({
  name: name.trim(),
  description: description.trim(),
})

export function checkDraft(draft: Draft): Partial<Draft> {
  const { name, description } = writeDraft(draft)
  const errors: Partial<Draft> = {}
  if (name === '') errors.name = words.fields.nameRequired
  if (name.length > textLimits.name) errors.name = words.fields.nameTooLong
  if (description.length > textLimits.description) errors.description = words.fields.descriptionTooLong
  return errors
}
