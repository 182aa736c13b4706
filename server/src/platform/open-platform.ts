import { systemClock } from './clock.ts'
import { type Config, parseConfig } from './config/config.ts'
import { loadSecrets } from './config/secrets.ts'
import type { Context } from './context.ts'
import { lockDataFolder } from './data-folder.ts'
import { describeConnectionFailure } from './db/connection-failure.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { type Log, openLog } from './log.ts'
import { openLogFile } from './log-file.ts'
import { rootFolder } from './places.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { findRunningPostgres } from './postgres/runtime-file.ts'
import { repeat } from './repeat.ts'

export interface Platform {
  context: Context
  /** Resolves if the embedded database ends by itself. */
  databaseGone: Promise<unknown>
  close(): Promise<void>
}

type Environment = Record<string, string | undefined>

export interface PlatformOptions {
  environment: Environment
  progress?: (text: string) => void
  /** A command line works beside a running server; a second server must not start. */
  besideServer?: boolean
  /** What would make the start fail later, once the folder is ours. */
  beforeDatabase?: (config: Config) => Promise<void>
  /** Where log lines go when the configuration doesn't say. */
  log?: (config: Config) => Log
}

/** Everything below the domain: configuration, data folder, PostgreSQL with its tables, keys. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { environment, progress = () => {} } = options
  const config = parseConfig(environment, rootFolder)
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const embedded = config.database.kind === 'embedded'
    const running = options.besideServer && embedded ? await findRunningPostgres(config.dataDir) : null
    const ownsFolder = options.besideServer ? embedded && running === null : true
    if (ownsFolder) closers.push((await lockDataFolder(config.dataDir)).release)

    const log = options.log?.(config) ?? openLog(config.log)
    closers.push(() => new Promise((resolve) => log.flush(resolve)))
    if (ownsFolder && config.log.file !== undefined) closers.push(await keepLogSmall(log, config.log.file))

    await options.beforeDatabase?.(config)
    const postgres = await connect(config, running, log, progress)
    closers.push(postgres.stop)
    progress('Preparing the database')
    const applied = await migrate(postgres.url).catch((error) => {
      throw describeConnectionFailure(error, config)
    })
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')

    const secrets = await loadSecrets(config.secretsDir)
    const database = openDatabase({
      url: postgres.url,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    })
    closers.push(database.close)
    return {
      context: { config, secrets, database, log, clock: systemClock },
      databaseGone: postgres.exited,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function keepLogSmall(log: Log, path: string): Promise<() => Promise<void>> {
  const file = await openLogFile(path)
  await file.rotateIfLarge()
  return repeat(log, 'Rotating the log', 60_000, () => file.rotateIfLarge()).stop
}

interface Connection {
  url: string
  exited: Promise<unknown>
  stop: () => Promise<void>
}

async function connect(
  config: Config,
  running: string | null,
  log: Log,
  progress: (text: string) => void,
): Promise<Connection> {
  const elsewhere = { exited: new Promise(() => {}), stop: async () => {} }
  if (config.database.kind === 'external') return { url: config.database.url, ...elsewhere }
  if (running !== null) return { url: running, ...elsewhere }
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info({ postgres: line }),
    progress,
  })
}
