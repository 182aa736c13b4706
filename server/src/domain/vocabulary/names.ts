import { ApiError } from '@cresyl/contract/errors'
import { isolate } from '@cresyl/contract/isolate'
import { violatedUniqueness } from '../../platform/db/failures.ts'
import type { Work } from '../work.ts'
import { findTerm } from './queries.ts'
import { nameKeyOf, nameOf, type Term, type Vocabulary, type WordList } from './vocabulary.ts'

/**
 * Refuses a name that is in use or was merged into another one, with a sentence that says which. Returns the earlier
 * name of the term itself that has the name, if there is one: it may take that one back.
 */
export async function requireFreeName<Words extends WordList>(
  { tx, member: { organizationId } }: Work,
  vocabulary: Vocabulary<Words, unknown>,
  words: Words,
  ownId?: string,
): Promise<Term<Words> | undefined> {
  const holder = await findTerm(tx, vocabulary, { organizationId, nameKey: nameKeyOf(words) })
  if (holder === undefined || holder.id === ownId) return undefined
  if (holder.mergedInto === null) refuseTaken(vocabulary, words)
  if (holder.mergedInto === ownId) return holder
  const kept = await findTerm(tx, vocabulary, { id: holder.mergedInto })
  refuseMerged(vocabulary, words, kept?.words ?? words)
}

/** Two who take one name at the same moment: the database refuses the second. */
export async function withUniqueName<Words extends WordList, T>(
  vocabulary: Vocabulary<Words, unknown>,
  words: Words,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== vocabulary.uniqueName) throw error
    refuseTaken(vocabulary, words, error)
  }
}

function refuseTaken<Words extends WordList>(
  vocabulary: Vocabulary<Words, unknown>,
  words: Words,
  cause?: unknown,
): never {
  const name = isolate(nameOf(words))
  const sentence = `There is already a ${vocabulary.noun} called “${name}”. Use that one, or choose another name.`
  refuse(vocabulary, sentence, cause)
}

function refuseMerged<Words extends WordList>(
  vocabulary: Vocabulary<Words, unknown>,
  words: Words,
  kept: Words,
): never {
  const [name, keptName] = [isolate(nameOf(words)), isolate(nameOf(kept))]
  refuse(vocabulary, `“${name}” was merged into “${keptName}”. Use that one, or choose another name.`)
}

function refuse<Words extends WordList>(
  { wordColumns }: Vocabulary<Words, unknown>,
  sentence: string,
  cause?: unknown,
): never {
  const [field = ''] = Object.keys(wordColumns)
  throw new ApiError('name_taken', { detail: sentence, fields: { [field]: [sentence] }, cause })
}
