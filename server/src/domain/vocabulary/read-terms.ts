import type { Tx } from '../../platform/db/database.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import {
  countTerms,
  countUses,
  findTerm,
  refuseUnknownTerm,
  selectAliases,
  selectTerms,
  type TermQuery,
} from './queries.ts'
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

export async function listTerms<Words extends WordList, View>(
  { tx }: Work,
  vocabulary: Vocabulary<Words, View>,
  query: TermQuery,
): Promise<Rows<View & TermView>> {
  const terms = await selectTerms(tx, vocabulary, query)
  const ids = terms.map(({ id }) => id)
  const aliases = await selectAliases(tx, vocabulary, ids)
  const uses = await countUses(tx, vocabulary, ids)
  return {
    count: await countTerms(tx, vocabulary.table, query),
    results: terms.map((term) =>
      viewTerm(vocabulary, term, { aliases: aliases.get(term.id) ?? [], uses: uses.get(term.id) ?? 0 }),
    ),
  }
}
