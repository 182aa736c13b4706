import { requireOwnOrganization } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { requireFreeName, withUniqueName } from './names.ts'
import { lockTerm } from './queries.ts'
import { readTerm } from './read-terms.ts'
import type { TermView, Vocabulary, WordList } from './vocabulary.ts'
import { removeTerms, rewriteTerm } from './writes.ts'

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
