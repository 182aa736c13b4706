import { Client } from 'pg'
import { errorCode } from '../file-error.ts'
import { StartError } from '../start-error.ts'
import { SUPERUSER } from './cluster.ts'
import type { Passwords } from './passwords.ts'

/** Of the role that owns the application's database, and of that database. */
const APPLICATION = 'cresyl'

export interface DatabaseUrls {
  /** As the application's role. */
  url: string
  /** As the superuser, in the maintenance database. */
  adminUrl: string
}

export function databaseUrls(port: number, passwords: Passwords): DatabaseUrls {
  const url = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  return {
    url: url(APPLICATION, passwords.application, APPLICATION),
    adminUrl: url(SUPERUSER, passwords.superuser, 'postgres'),
  }
}

/** Also completes a first start that was killed half-way. */
export async function ensureApplicationDatabase(adminUrl: string, passwords: Passwords): Promise<void> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [APPLICATION],
    )
    if (!rows[0]?.role) {
      const password = client.escapeLiteral(passwords.application)
      await client.query(
        `create role ${APPLICATION} login createrole createdb nosuperuser password ${password}`,
      )
    }
    if (!rows[0]?.database) await client.query(`create database ${APPLICATION} owner ${APPLICATION}`)
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end().catch(() => {})
  }
}

function explain(error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  const advice =
    errorCode(error) === '28P01'
      ? 'The file secrets/postgres.json in the data folder belongs to another database: restore the right one from a backup.'
      : 'See logs/postgres.log in the data folder, then start again.'
  return new StartError(`The embedded database can't be used: ${reason}. ${advice}`, { cause: error })
}
