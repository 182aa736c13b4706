import { ApiError } from '@cresyl/contract/api/errors'
import { listLimits } from '@cresyl/contract/api/limits'
import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** One page of a list. */
export interface Rows<Item> {
  /** On all pages. */
  count: number
  results: Item[]
}

/** `limit=-1` means all, but never more than one reply can carry: the rest is behind `next`. */
export function rowLimit(limit: number): number {
  return limit === listLimits.all ? listLimits.maxRows : limit
}

/** The order that a list is asked for, a minus sign before the column for descending; equal rows are in that of `last`. */
export function sortBy<Column extends string>(
  ordering: NoInfer<Column | `-${Column}`>,
  columns: Record<Column, PgColumn | SQL>,
  last: PgColumn,
): SQL[] {
  const [direction, column] = ordering.startsWith('-') ? [desc, ordering.slice(1)] : [asc, ordering]
  return [direction(columns[column as Column]), asc(last)]
}

/** What `select({ total: count() })` found. */
export async function readTotal(rows: PromiseLike<{ total: number }[]>): Promise<number> {
  const [row] = await rows
  return row?.total ?? 0
}

/** The only row; where there is none, it is refused by the sentence. */
export async function findRow<Row>(rows: PromiseLike<Row[]>, unknown: string): Promise<Row> {
  const [row] = await rows
  return row ?? refuseUnknown(unknown)
}

export function refuseUnknown(detail: string): never {
  throw new ApiError('not_found', { detail })
}

/** Refuses an edit of what has been changed since it was read, with what it is now. */
export async function refuseStale(
  { version }: { version?: number | undefined },
  current: { version: number },
  view: () => unknown,
): Promise<void> {
  if (version === undefined || version === current.version) return
  throw new ApiError('stale_version', { current: await view() })
}

/** A person as everybody sees them. */
export interface Person {
  id: string
  name: string
  picture: string | null
}

/** Of a row, or of the columns of a table. */
export function pickPerson<Id, Name, Picture>(from: { id: Id; name: Name; picture: Picture }) {
  const { id, name, picture } = from
  return { id, name, picture }
}
