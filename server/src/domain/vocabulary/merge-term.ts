import { ApiError } from '@cresyl/contract/errors'
import type { AuditedWork } from '../work.ts'
import { lockTerms, refuseUnknownTerm } from './queries.ts'
import { readTerm } from './read-terms.ts'
import { nameOf, type TermView, type Vocabulary, type WordList } from './vocabulary.ts'
import { moveNames, moveReferences, rewriteTerm } from './writes.ts'

/** Lets everything that names the term name the kept one; the earlier name stays known as one of it. */
export async function mergeTerm<Words extends WordList, View>(
  work: AuditedWork,
  vocabulary: Vocabulary<Words, View>,
  id: string,
  intoId: string,
): Promise<View & TermView> {
  const { tx, now } = work
  const { noun } = vocabulary
  const found = await lockTerms(tx, vocabulary, [id, intoId])
  const merged = found.get(id) ?? refuseUnknownTerm(noun)
  if (id === intoId) refuseTarget(`A ${noun} can't be merged into itself. Choose another one.`)
  const kept = found.get(intoId)
  if (kept === undefined) {
    refuseTarget(`The ${noun} to keep was deleted or merged into another one. Choose another one.`)
  }
  await moveReferences(tx, vocabulary, { from: id, to: intoId })
  await moveNames(tx, vocabulary, { from: id, to: intoId, now })
  await rewriteTerm(tx, vocabulary, kept, { words: kept.words, now })
  work.record({ id: intoId, details: { merged: { id, name: nameOf(merged.words) } } })
  return readTerm(tx, vocabulary, intoId)
}

function refuseTarget(sentence: string): never {
  throw new ApiError('invalid_input', { detail: sentence, fields: { into_id: [sentence] } })
}
