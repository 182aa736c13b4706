import type { AuditedWork } from '../work.ts'
import { isNamed, lockTerm, selectAliases } from './queries.ts'
import { nameOf, type Vocabulary, type WordList } from './vocabulary.ts'
import { removeTerms, retireTerm } from './writes.ts'

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
