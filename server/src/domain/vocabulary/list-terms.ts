import type { Rows } from '../paging.ts'
import type { Work } from '../work.ts'
import { countTerms, selectAliases, selectTerms, type TermQuery } from './queries.ts'
import { type TermView, type Vocabulary, viewTerm, type WordList } from './vocabulary.ts'

export async function listTerms<Words extends WordList, View>(
  { tx }: Work,
  vocabulary: Vocabulary<Words, View>,
  query: TermQuery,
): Promise<Rows<View & TermView>> {
  const terms = await selectTerms(tx, vocabulary, query)
  const aliases = await selectAliases(
    tx,
    vocabulary,
    terms.map(({ id }) => id),
  )
  return {
    count: await countTerms(tx, vocabulary.table, query),
    results: terms.map((term) => viewTerm(vocabulary, term, aliases.get(term.id) ?? [])),
  }
}
