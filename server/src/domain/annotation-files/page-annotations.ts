import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { and, asc, gt, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { annotations } from '../../platform/db/schema/index.ts'
import { type AnnotationFilter, findDetails, matching } from '../annotations/queries.ts'
import { viewAnnotation } from '../annotations/view.ts'

/** Does something in a short transaction of its own. */
export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Corners of one page, about, whatever annotations there are: those with more come by themselves. */
const rowsAtOnce = 500
const positionsAtOnce = 200_000

/**
 * All annotations that a filter means, in the order of their ids: however many there are, only some of them are held, and
 * no transaction stays open while they are sent.
 */
export async function* pageAnnotations(
  inTransaction: InTransaction,
  filter: AnnotationFilter,
): AsyncGenerator<Annotation[]> {
  const { id: ids } = filter
  if (ids === undefined || ids.length <= rowsAtOnce) return yield* pagesOf(inTransaction, filter)
  // A page at a time: that of many thousands isn't sent with each question.
  const sorted = ids.toSorted()
  for (let first = 0; first < sorted.length; first += rowsAtOnce)
    yield* pagesOf(inTransaction, { ...filter, id: sorted.slice(first, first + rowsAtOnce) })
}

async function* pagesOf(
  inTransaction: InTransaction,
  filter: AnnotationFilter,
): AsyncGenerator<Annotation[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { page, isLast } = await inTransaction((tx) => readPage(tx, filter, after))
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (isLast || last === undefined) return
    after = last.id
  }
}

async function readPage(tx: Tx, filter: AnnotationFilter, after: string) {
  const rows = await tx
    .select({ id: annotations.id, positions: annotations.positions })
    .from(annotations)
    .where(and(matching(filter), isNull(annotations.deletedAt), gt(annotations.id, after)))
    .orderBy(asc(annotations.id))
    .limit(rowsAtOnce)
  const ids: string[] = []
  let positions = 0
  for (const row of rows) {
    positions += row.positions
    if (ids.length > 0 && positions > positionsAtOnce) break
    ids.push(row.id)
  }
  const found = await findDetails(tx, ids)
  const page = ids.flatMap((id) => {
    const details = found.get(id)
    return details ? [viewAnnotation(details)] : []
  })
  return { page, isLast: ids.length === rows.length && rows.length < rowsAtOnce }
}
