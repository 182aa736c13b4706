import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import { violatedUniqueness } from '../../platform/db/failures.ts'
import { foldText } from '../../platform/text.ts'

/** The folded columns that go with a name and a description. */
export function projectKeys(name: string, description: string) {
  return { nameKey: foldText(name), searchKey: foldText(`${name} ${description}`) }
}

/** Turns the database's refusal of a second project of one name into a sentence. */
export async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== 'projects_name') throw error
    throw new ApiError('name_taken', {
      detail: `There is already a project called “${isolate(name)}”. Choose another name.`,
      fields: { name: ['A project of this name already exists. Choose another name.'] },
      cause: error,
    })
  }
}
