import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { checkFreeSpace, makeDataFolder } from '../data-folder.ts'
import { errorCode, noSpaceError } from '../file-error.ts'
import { type LogFile, openLogFile } from '../log-file.ts'
import { StartError } from '../start-error.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { checkVersion, clusterVersion, createCluster, removeDrafts, SUPERUSER } from './cluster.ts'
import { findFreePort } from './free-port.ts'
import { stopOrphan } from './orphan.ts'
import { loadPasswords, type Passwords } from './passwords.ts'
import { choosePlacement, type Placement } from './placement.ts'
import { type PostgresExit, type PostgresProcess, spawnPostgres, waitUntilReady } from './process.ts'
import { removeRuntimeFile, writeRuntimeFile } from './runtime-file.ts'

export { findRunningPostgres } from './runtime-file.ts'

export interface EmbeddedPostgres {
  /** As role cresyl: may log in, create roles and databases; owns database cresyl; no superuser. */
  url: string
  /** As the superuser, in the maintenance database. */
  adminUrl: string
  stop(): Promise<void>
  /** Resolves if PostgreSQL ends without having been asked to. */
  exited: Promise<PostgresExit>
}

export interface EmbeddedPostgresOptions {
  /** Cresyl's data folder, locked by the caller. */
  dataDir: string
  log: (line: string) => void
  progress?: (text: string) => void
  signal?: AbortSignal
  /** PostgreSQL settings over the usual ones. */
  settings?: Record<string, string>
  /** Instead of asking the system, for tests. */
  findPort?: () => Promise<number>
  /** Instead of the installed package, for tests. */
  packageFolder?: string
  /** Instead of /var/lib/cresyl, for tests. */
  sharedFolder?: string
}

/** Brings up the PostgreSQL of a data folder, made at the first start, whatever an earlier one left behind. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, signal, progress = () => {} } = options
  const dataDir = resolve(options.dataDir)
  await makeDataFolder(dataDir)
  const placement = await choosePlacement({ dataDir, sharedFolder: options.sharedFolder, log })
  const { cluster } = placement
  const binaries = await prepareBinaries({
    packageFolder: options.packageFolder,
    cacheFolder: placement.binariesCache,
    user: placement.user,
  })
  signal?.throwIfAborted()

  await removeDrafts(cluster)
  const version = await clusterVersion(cluster)
  const passwords = await loadPasswords(dataDir, version !== null)
  if (version === null) {
    progress('Creating the database')
    if (dirname(cluster) !== dataDir) await checkFreeSpace(dirname(cluster))
    await createCluster({ placement, binaries, superuserPassword: passwords.superuser, signal })
  } else {
    checkVersion(cluster, version, binaries)
    await stopOrphan(cluster, log)
  }

  progress('Starting the database')
  const logFile = await openLogFile(join(dataDir, 'logs', 'postgres.log'))
  await logFile.rotateIfLarge()
  const postgres = await start({
    placement,
    binaries,
    logFile,
    settings: options.settings ?? {},
    findPort: options.findPort ?? findFreePort,
    log,
    progress,
    signal,
  })
  const urls = databaseUrls(postgres.port, passwords)
  try {
    await ensureApplicationDatabase(urls.adminUrl, passwords)
    await writeRuntimeFile(dataDir, { pid: postgres.pid, port: postgres.port, url: urls.url })
    signal?.throwIfAborted()
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return { ...urls, ...supervise(postgres, logFile, dataDir) }
}

interface StartOptions {
  placement: Placement
  binaries: Binaries
  logFile: LogFile
  settings: Record<string, string>
  findPort: () => Promise<number>
  log: (line: string) => void
  progress: (text: string) => void
  signal: AbortSignal | undefined
}

const ATTEMPTS = 10

async function start(options: StartOptions): Promise<PostgresProcess> {
  const { placement, logFile } = options
  for (let attempt = 1; ; attempt += 1) {
    const postgres = await spawnPostgres(options)
    let ready = false
    try {
      ready = await waitUntilReady(postgres, placement.cluster, options)
    } finally {
      if (!ready) await postgres.stop()
    }
    const lines = await logFile.readNewLines()
    for (const line of lines) options.log(line)
    if (ready) return postgres
    if (attempt === ATTEMPTS || !isPassing(lines)) throw didNotStart(lines, placement.cluster, logFile.path)
    await sleep(attempt * 100)
  }
}

/** The port was taken by somebody else a moment ago, or processes of a killed server are still ending. */
function isPassing(lines: string[]): boolean {
  return lines.some((line) => /Address already in use|pre-existing shared memory block/i.test(line))
}

function didNotStart(lines: string[], cluster: string, logPath: string): StartError {
  if (lines.some((line) => line.includes('No space left on device'))) return noSpaceError(cluster)
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, '')
  return new StartError(
    `PostgreSQL did not start on ${cluster}: ${reason ?? 'it ended without a reason'}. Its log is ${logPath}.`,
  )
}

function supervise(
  postgres: PostgresProcess,
  logFile: LogFile,
  dataDir: string,
): Pick<EmbeddedPostgres, 'stop' | 'exited'> {
  const rotation = setInterval(() => void logFile.rotateIfLarge().catch(() => {}), 60_000).unref()
  let stopping: Promise<void> | undefined
  const ended = postgres.exit.finally(async () => {
    clearInterval(rotation)
    await removeRuntimeFile(dataDir)
  })
  const exited = new Promise<PostgresExit>((resolveExit) => {
    void ended.then((exit) => {
      if (!stopping) resolveExit(exit)
    })
  })
  const stop = () => {
    stopping ??= postgres.stop().then(async () => {
      if (postgres.hasExited()) await ended
    })
    return stopping
  }
  return { stop, exited }
}

/** Of the role that owns the application's database, and of that database. */
const APPLICATION = 'cresyl'

interface DatabaseUrls {
  /** As the application's role. */
  url: string
  /** As the superuser, in the maintenance database. */
  adminUrl: string
}

function databaseUrls(port: number, passwords: Passwords): DatabaseUrls {
  const url = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  return {
    url: url(APPLICATION, passwords.application, APPLICATION),
    adminUrl: url(SUPERUSER, passwords.superuser, 'postgres'),
  }
}

/** Also completes a first start that was killed half-way. */
async function ensureApplicationDatabase(adminUrl: string, passwords: Passwords): Promise<void> {
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
