import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { ensureRoles } from './roles.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

const migrationLock = 6_020_177
/** The oldest PostgreSQL that is supported. */
export const oldestServer = 15

export async function readMigrations(): Promise<Migration[]> {
  const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}${name}`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Brings the database up to date; several servers may call it at once. Returns what was applied. */
export async function migrate(url: string, migrations?: Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await checkVersion(client)
    await ensureRoles(client)
    const applied = await readApplied(client)
    checkHistory(wanted, applied)
    const missing = wanted.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
  )
  const { number, version } = rows[0] ?? {}
  if (Number(number) < oldestServer * 10_000) {
    throw new StartError(
      `The database is PostgreSQL ${version}; Cresyl needs version ${oldestServer} or later. Upgrade it or set DATABASE_URL to another one.`,
    )
  }
}

export async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Refuses a database that another version or an edited migration has made. */
export function checkHistory(wanted: Migration[], applied: Map<string, string>): void {
  // Every version since 0.1 has begun with the same migration; those before it began with others.
  const first = wanted[0]?.name
  if (first && applied.size > 0 && !applied.has(first)) {
    throw new StartError(
      "The database was made by a version of Cresyl before 0.1, which later versions can't read. Start with an empty data folder, or set DATABASE_URL to an empty database.",
    )
  }
  const known = new Map(wanted.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new StartError(
        `The database was migrated by a newer version of Cresyl (${name}). Start that version, or restore a backup made before it.`,
      )
    }
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied to this database. Restore the file and add a new migration instead.`,
      )
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartError(
      `The database could not be brought up to date: ${migration.name} failed (${error instanceof Error ? error.message : error}). Nothing of it was applied.`,
    )
  }
}
