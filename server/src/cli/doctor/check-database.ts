import pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { describeConnectionFailure } from '../../platform/db/failures.ts'
import { checkHistory, oldestServer, readApplied, readMigrations } from '../../platform/db/migrate.ts'
import { databaseRoles, ensureRoles } from '../../platform/db/roles.ts'
import { checkConnections } from './check-connections.ts'
import { checkListening } from './check-listening.ts'
import { checkSealKey } from './check-secrets.ts'
import { checkWorkers } from './check-workers.ts'
import { examine, type Finding, findingsAbout, reasonOf } from './finding.ts'

const about = 'database'
const { ok, warning, problem } = findingsAbout(about)
const patience = 5000

export interface DatabaseParts {
  config: Config
  url: string
  clock: Clock
}

/** Everything that can be asked of the database over one connection; just why, where there is none. */
export async function checkDatabase({ config, url, clock }: DatabaseParts): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cresyl doctor',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    return [problem(reasonOf(describeConnectionFailure(error, config)))]
  }
  const checks = [
    () => checkVersion(client),
    () => checkGrants(client),
    () => checkMigrations(client),
    () => checkConnections(client, url, config),
    () => checkClock(client, clock),
    () => checkListening(client, config, url),
    () => checkSealKey(client, config),
    () => checkWorkers(client),
  ]
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await examine(about, check)))
  await client.end()
  return findings
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const { version = 'unknown' } = rows[0] ?? {}
  if (Number.parseInt(version, 10) >= oldestServer) return ok(`PostgreSQL ${version}`)
  return problem(
    `PostgreSQL is version ${version}; ${oldestServer} or later is needed. Upgrade it or set DATABASE_URL to another one.`,
  )
}

/** Tried for real, and undone: whoever may make the roles and tables need not have them yet. */
async function checkGrants(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ database: boolean; schema: boolean; user: string }>(
    `select has_database_privilege(current_database(), 'create') as database,
       has_schema_privilege('public', 'create') as schema, current_user as user`,
  )
  const { database, schema, user } = rows[0] ?? {}
  if (!database || !schema) {
    return problem(
      `${user} may not create tables in the database. Make it the owner: alter database … owner to ${user};`,
    )
  }
  await client.query('begin')
  try {
    await ensureRoles(client)
    for (const role of Object.values(databaseRoles)) {
      await client.query(`set local role ${role}`)
      await client.query('reset role')
    }
    return ok(`${user} owns what it needs to and can take on ${Object.values(databaseRoles).join(' and ')}`)
  } finally {
    await client.query('rollback')
  }
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('migrations') is not null as made",
  )
  if (!rows[0]?.made) return ok('the tables will be created at the first start')
  const wanted = await readMigrations()
  const applied = await readApplied(client)
  checkHistory(wanted, applied)
  const missing = wanted.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  if (missing.length === 0) return ok('the tables are up to date')
  return warning(
    `The tables are of an older version: ${missing.join(', ')} will be applied at the next start, or now by: npm run cli -- migrate`,
  )
}

const tolerable = 2
const harmful = 30

async function checkClock(client: pg.Client, clock: Clock): Promise<Finding> {
  const asked = clock.now().getTime()
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  const between = (asked + clock.now().getTime()) / 2
  const seconds = (between - (rows[0]?.now ?? between)) / 1000
  const apart = `${Math.abs(seconds).toFixed(1)} s`
  if (Math.abs(seconds) <= tolerable) return ok(`its clock and this machine's agree (${apart} apart)`)
  const sentence = `The clock of this machine is ${apart} ${seconds > 0 ? 'ahead of' : 'behind'} the database's. Let both follow a time server (NTP).`
  return Math.abs(seconds) > harmful
    ? problem(`${sentence} Sign-ins and signed addresses are refused otherwise.`)
    : warning(sentence)
}
