import { newId } from '../../platform/id.ts'
import { requireOwnOrganization } from '../access.ts'
import type { AuditedWork } from '../work.ts'
import { requireFreeName, withUniqueName } from './names.ts'
import { readTerm } from './read-terms.ts'
import type { TermView, Vocabulary, WordList } from './vocabulary.ts'
import { insertTerm } from './writes.ts'

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
