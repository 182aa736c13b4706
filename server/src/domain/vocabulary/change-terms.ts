import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import { violatedUniqueness } from '../../platform/db/failures.ts'
import { newId } from '../../platform/id.ts'
import { requireOwnOrganization } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork, Work } from '../work.ts'
import { findTerm, isNamed, lockTerm, lockTerms, refuseUnknownTerm, selectAliases } from './queries.ts'
import { readTerm } from './read-terms.ts'
import { nameKeyOf, nameOf, type Term, type TermView, type Vocabulary, type WordList } from './vocabulary.ts'
import { insertTerm, moveNames, moveReferences, removeTerms, retireTerm, rewriteTerm } from './writes.ts'

export async function createTerm<Words extends WordList, View>(
  work: AuditedWork,
  vocabulary: Vocabulary<Words, View>,
  words: Words,
  organizationId?: string,
): Promise<View & TermView> {
  const { tx, member, now } = work
  requireOwnOrganization(member, organizationId)
  await requireFreeName(work, vocabulary, words)
  const id = newId()
  await withUniqueName(vocabulary, words, () =>
    insertTerm(tx, vocabulary, { id, organizationId: member.organizationId, words, now }),
  )
  work.record({ id, details: { ...words } })
  return readTerm(tx, vocabulary, id)
}

export interface TermEdit<Words> {
  words: { [Key in keyof Words]?: Words[Key] | undefined }
  version: number | undefined
  organizationId: string | undefined
}

export async function updateTerm<Words extends WordList, View>(
  work: AuditedWork,
  vocabulary: Vocabulary<Words, View>,
  id: string,
  edit: TermEdit<Words>,
): Promise<View & TermView> {
  const { tx, member, now } = work
  requireOwnOrganization(member, edit.organizationId)
  const current = await lockTerm(tx, vocabulary, id)
  await refuseStale(edit, current, () => readTerm(tx, vocabulary, id))
  const words = applyEdit(current.words, edit.words)
  const changes = changesBetween(current.words, words)
  if (Object.keys(changes).length === 0) return readTerm(tx, vocabulary, id)

  const alias = await requireFreeName(work, vocabulary, words, id)
  if (alias !== undefined) await removeTerms(tx, vocabulary, [alias.id])
  await withUniqueName(vocabulary, words, () => rewriteTerm(tx, vocabulary, current, { words, now }))
  work.record({ id, details: { changes } })
  return readTerm(tx, vocabulary, id)
}

function applyEdit<Words extends WordList>(words: Words, edit: TermEdit<Words>['words']): Words {
  const edited = Object.entries(words).map(([key, word]) => [key, edit[key] ?? word])
  return Object.fromEntries(edited) as Words
}

/** Its earlier names go with it. What has it keeps it until it is given another; nothing else can be given it. */
export async function deleteTerm<Words extends WordList>(
  work: AuditedWork,
  vocabulary: Vocabulary<Words, unknown>,
  id: string,
): Promise<void> {
  const { tx, now } = work
  const { words } = await lockTerm(tx, vocabulary, id)
  const aliases = (await selectAliases(tx, vocabulary, [id])).get(id) ?? []
  if (await isNamed(tx, vocabulary, id)) await retireTerm(tx, vocabulary, id, now)
  else await removeTerms(tx, vocabulary, [id])
  work.record({ id, details: { name: nameOf(words), aliases: aliases.map(nameOf) } })
}

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

/**
 * Refuses a name that is in use or was merged into another one, with a sentence that says which. Returns the earlier
 * name of the term itself that has the name, if there is one: it may take that one back.
 */
async function requireFreeName<Words extends WordList>(
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
async function withUniqueName<Words extends WordList, T>(
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
