import type { Tx } from '../../platform/db/database.ts'
import { countUses, findTerm, refuseUnknownTerm, selectAliases } from './queries.ts'
import { type TermView, type Vocabulary, viewTerm, type WordList } from './vocabulary.ts'

/** As it is stored now, for the reply to an edit. */
export async function readTerm<Words extends WordList, View>(
  tx: Tx,
  vocabulary: Vocabulary<Words, View>,
  id: string,
): Promise<View & TermView> {
  const term = (await findTerm(tx, vocabulary, { id })) ?? refuseUnknownTerm(vocabulary.noun)
  const aliases = await selectAliases(tx, vocabulary, [id])
  const uses = await countUses(tx, vocabulary, [id])
  return viewTerm(vocabulary, term, { aliases: aliases.get(id) ?? [], uses: uses.get(id) ?? 0 })
}
