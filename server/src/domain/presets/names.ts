import { ApiError } from '@cresyl/contract/errors'
import { isolate } from '@cresyl/contract/isolate'
import { violatedUniqueness } from '../../platform/db/failures.ts'

/** Turns the database's refusal of a second preset of one name into a sentence. */
export async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== 'display_presets_name') throw error
    throw new ApiError('name_taken', {
      detail: `This project already has a preset called “${isolate(name)}”. Choose another name.`,
      fields: { name: ['A preset of this name exists already. Choose another name.'] },
      cause: error,
    })
  }
}
