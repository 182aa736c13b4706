import { type SQL, sql } from 'drizzle-orm'

/** A row's place in the log: `2026-11-17T03:00:00.123456Z_<id>`. */
export interface Place {
  at: string
  id: string
}

export function readPlace(place: string): Place {
  const [at = '', id = ''] = place.split('_')
  return { at, id }
}

export const writePlace = ({ at, id }: Place): string => `${at}_${id}`

/** A time of the database as text, to the microsecond: a place must not be rounded. */
export const exactTime = (column: SQL): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export const timeOf = ({ at }: Place): string => new Date(`${at.slice(0, 23)}Z`).toISOString()
