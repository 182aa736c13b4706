import { and, gte, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A filter that takes one or several values; without any it lets everything through. */
export function among(column: PgColumn, values: readonly string[] | undefined): SQL | undefined {
  return values && values.length > 0 ? inArray(column, [...values]) : undefined
}

/** Of ids, among which `none` stands for rows that have none. */
export function amongIds(column: PgColumn, values: readonly string[] = []): SQL | undefined {
  const ids = values.filter((value) => value !== 'none')
  return or(among(column, ids), ids.length < values.length ? isNull(column) : undefined)
}

/** From one instant on, up to another that is not included; each may be left open. */
export function within(column: PgColumn, from: string | undefined, to: string | undefined): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(column, new Date(from)),
    to === undefined ? undefined : lt(column, new Date(to)),
  )
}
