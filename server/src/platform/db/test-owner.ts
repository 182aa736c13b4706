import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Tx } from './database.ts'

/** The owner of a database, whom row-level security doesn't keep from anything. */
export type Owner = pg.Client

export async function connectOwner(url: string): Promise<Owner> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  return owner
}

/** What the code takes for a transaction, in whatever the connection is in; each statement is told before it runs. */
export function listenedTx(owner: Owner, tell: (sql: string, values: unknown[]) => void): Tx {
  return drizzle(owner, { logger: { logQuery: tell } }) as Tx
}
