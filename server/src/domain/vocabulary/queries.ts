import { listLimits } from '@cresyl/contract/api/limits'
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slides } from '../../platform/db/schema/index.ts'
import { searchPatterns } from '../../platform/text.ts'
import { readTotal, refuseUnknown } from '../resource.ts'
import type { Term, TermTable, Vocabulary, WordList } from './vocabulary.ts'

export interface TermQuery {
  limit: number
  offset: number
  /** A word, or `created_at`; with a minus sign downwards. */
  ordering: string
  search?: string | undefined
}

export async function selectTerms<Words extends WordList>(
  tx: Tx,
  vocabulary: Vocabulary<Words, unknown>,
  query: TermQuery,
): Promise<Term<Words>[]> {
  const { table } = vocabulary
  const rows = await tx
    .select(columnsOf(vocabulary))
    .from(table)
    .where(matching(table, query.search))
    .orderBy(...ordering(vocabulary, query.ordering))
    .limit(query.limit === listLimits.all ? Number.MAX_SAFE_INTEGER : query.limit)
    .offset(query.offset)
  return rows as Term<Words>[]
}

export async function countTerms(tx: Tx, table: TermTable, query: TermQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(table).where(matching(table, query.search)))
}

/** The names that were merged into each of these. */
export async function selectAliases<Words extends WordList>(
  tx: Tx,
  vocabulary: Vocabulary<Words, unknown>,
  ids: string[],
): Promise<Map<string, Words[]>> {
  const { table } = vocabulary
  const rows = await tx
    .select({ keptId: table.mergedInto, words: vocabulary.wordColumns })
    .from(table)
    .where(sql`${table.mergedInto} = any (${sql.param(ids)}::uuid[])`)
    .orderBy(asc(table.nameKey))
  const aliases = new Map<string, Words[]>()
  for (const { keptId, words } of rows) {
    if (keptId !== null) aliases.set(keptId, [...(aliases.get(keptId) ?? []), words as Words])
  }
  return aliases
}

/** How many slides have each of these, deleted ones left out. */
export async function countUses(
  tx: Tx,
  { slideColumn }: Pick<Vocabulary<WordList, unknown>, 'slideColumn'>,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: slideColumn, uses: count() })
    .from(slides)
    .where(and(sql`${slideColumn} = any (${sql.param(ids)}::uuid[])`, isNull(slides.deletedAt)))
    .groupBy(slideColumn)
  return new Map(rows.map(({ id, uses }) => [id ?? '', uses]))
}

/** Whether anything names it, deleted slides included where the transaction sees them. */
export async function isNamed(
  tx: Tx,
  { references }: Pick<Vocabulary<WordList, unknown>, 'references'>,
  id: string,
): Promise<boolean> {
  for (const reference of references) {
    const found = await tx.select({ id: reference }).from(reference.table).where(eq(reference, id)).limit(1)
    if (found.length > 0) return true
  }
  return false
}

/**
 * Those of the ids that exist and aren't merged, held until the transaction ends. Edits of a vocabulary come one
 * after the other: a merge writes to more rows than those it names.
 */
export async function lockTerms<Words extends WordList>(
  tx: Tx,
  vocabulary: Vocabulary<Words, unknown>,
  ids: string[],
): Promise<Map<string, Term<Words>>> {
  const { table, uniqueName } = vocabulary
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${uniqueName} || current_organization(), 0))`,
  )
  const rows = await tx
    .select(columnsOf(vocabulary))
    .from(table)
    .where(and(inArray(table.id, ids), isKept(table)))
    .orderBy(asc(table.id))
    .for('update')
  return new Map((rows as Term<Words>[]).map((term) => [term.id, term]))
}

export async function lockTerm<Words extends WordList>(
  tx: Tx,
  vocabulary: Vocabulary<Words, unknown>,
  id: string,
): Promise<Term<Words>> {
  return (await lockTerms(tx, vocabulary, [id])).get(id) ?? refuseUnknownTerm(vocabulary.noun)
}

export async function findTerm<Words extends WordList>(
  tx: Tx,
  vocabulary: Vocabulary<Words, unknown>,
  by: { id: string } | { organizationId: string; nameKey: string },
): Promise<Term<Words> | undefined> {
  const { table } = vocabulary
  const wanted =
    'id' in by
      ? eq(table.id, by.id)
      : and(
          eq(table.organizationId, by.organizationId),
          eq(table.nameKey, by.nameKey),
          isNull(table.deletedAt),
        )
  const [found] = await tx.select(columnsOf(vocabulary)).from(table).where(wanted)
  return found as Term<Words> | undefined
}

export function refuseUnknownTerm(noun: string): never {
  refuseUnknown(`This ${noun} does not exist, or was deleted or merged into another one.`)
}

function columnsOf({ table, wordColumns }: Pick<Vocabulary<WordList, unknown>, 'table' | 'wordColumns'>) {
  const { id, nameKey, mergedInto, createdAt, updatedAt, version } = table
  return { id, words: wordColumns, nameKey, mergedInto, createdAt, updatedAt, version }
}

function isKept(table: TermTable): SQL | undefined {
  return and(isNull(table.mergedInto), isNull(table.deletedAt))
}

/** A term is found by its own name and by those that were merged into it. */
function matching(table: TermTable, search: string | undefined): SQL | undefined {
  const patterns = searchPatterns(search ?? '')
  if (patterns.length === 0) return isKept(table)
  const searched = sql`${table.nameKey} || ' ' || coalesce(
    (select string_agg(earlier.name_key, ' ') from ${table} earlier where earlier.merged_into = ${table}.id), '')`
  return and(isKept(table), sql`(${searched}) like all (${sql.param(patterns)}::text[])`)
}

function ordering(
  { table, wordColumns }: Pick<Vocabulary<WordList, unknown>, 'table' | 'wordColumns'>,
  key: string,
): SQL[] {
  const [direction, column] = key.startsWith('-') ? [desc, key.slice(1)] : [asc, key]
  if (column === 'created_at') return [direction(table.createdAt), asc(table.id)]
  const place = Object.keys(wordColumns).indexOf(column) + 1
  return [
    direction(sql`split_part(${table.nameKey}, chr(9), ${sql.raw(String(place))})`),
    direction(table.nameKey),
  ]
}
