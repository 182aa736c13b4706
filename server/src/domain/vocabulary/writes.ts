import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { nameKeyOf, type Term, type Vocabulary, type WordList } from './vocabulary.ts'

export async function insertTerm<Words extends WordList>(
  tx: Tx,
  { table, rowOf }: Vocabulary<Words, unknown>,
  term: { id: string; organizationId: string; words: Words; now: Date },
): Promise<void> {
  const { id, organizationId, words, now } = term
  const row = { id, organizationId, nameKey: nameKeyOf(words), createdAt: now, updatedAt: now }
  await tx.insert(table).values({ ...rowOf(words), ...row })
}

/** Writes the words, changed or not, as the next version. */
export async function rewriteTerm<Words extends WordList>(
  tx: Tx,
  { table, rowOf }: Vocabulary<Words, unknown>,
  { id, version }: Term<Words>,
  { words, now }: { words: Words; now: Date },
): Promise<void> {
  const row = { nameKey: nameKeyOf(words), updatedAt: now, version: version + 1 }
  await tx
    .update(table)
    .set({ ...rowOf(words), ...row })
    .where(eq(table.id, id))
}

/** With the earlier names of each. */
export async function removeTerms(
  tx: Tx,
  { table }: Pick<Vocabulary<WordList, unknown>, 'table'>,
  ids: string[],
): Promise<void> {
  await tx.delete(table).where(or(inArray(table.id, ids), inArray(table.mergedInto, ids)))
}

/** Stays for what has it, without its earlier names. */
export async function retireTerm(
  tx: Tx,
  { table }: Pick<Vocabulary<WordList, unknown>, 'table'>,
  id: string,
  now: Date,
): Promise<void> {
  await tx.delete(table).where(eq(table.mergedInto, id))
  await tx.update(table).set({ deletedAt: now, updatedAt: now }).where(eq(table.id, id))
}

/** The term becomes an earlier name of the other one, and so do its own earlier names. */
export async function moveNames(
  tx: Tx,
  { table }: Pick<Vocabulary<WordList, unknown>, 'table'>,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await tx
    .update(table)
    .set({ mergedInto: to, updatedAt: now })
    .where(or(eq(table.id, from), eq(table.mergedInto, from)))
}

export async function moveReferences(
  tx: Tx,
  { references }: Pick<Vocabulary<WordList, unknown>, 'references'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const reference of references) {
    const column = sql.identifier(reference.name)
    await tx.execute(sql`update ${reference.table} set ${column} = ${to} where ${column} = ${from}`)
  }
}
