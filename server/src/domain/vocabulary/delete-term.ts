import type { AuditedWork } from '../work.ts'
import { lockTerm, selectAliases } from './queries.ts'
import { nameOf, type Vocabulary, type WordList } from './vocabulary.ts'
import { removeTerms } from './writes.ts'

/** Its earlier names go with it. */
export async function deleteTerm<Words extends WordList>(
  work: AuditedWork,
  vocabulary: Vocabulary<Words, unknown>,
  id: string,
): Promise<void> {
  const { tx } = work
  const { words } = await lockTerm(tx, vocabulary, id)
  const aliases = (await selectAliases(tx, vocabulary, [id])).get(id) ?? []
  await removeTerms(tx, vocabulary, [id])
  work.record({ id, details: { name: nameOf(words), aliases: aliases.map(nameOf) } })
}
