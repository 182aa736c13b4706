import { type Config, parseConfig } from './config/config.ts'
import type { Environment } from './config/settings.ts'
import { lockDataFolder } from './data-folder.ts'
import { connectionsNeeded, directUrlOf } from './db/connections.ts'
import { describeConnectionFailure } from './db/failures.ts'
import { migrate } from './db/migrate.ts'
import { type Log, openLog } from './log.ts'
import { openLogFile } from './log-file.ts'
import { rootFolder } from './places.ts'
import { keepPostgres } from './postgres/keep-postgres.ts'
import { findRunningPostgres } from './postgres/runtime-file.ts'
import { endLeftBehind } from './processes/left-behind.ts'
import { repeat } from './repeat.ts'

export interface Foundation {
  config: Config
  log: Log
  databaseUrl: string
  /** Resolves with the reason if the embedded database ended and can't be started again. */
  databaseLost: Promise<unknown>
  close(): Promise<void>
}

export interface FoundationOptions {
  environment: Environment
  progress?: (text: string) => void
  /** A command line works beside a running server; a second server must not start. */
  besideServer?: boolean
  /** What would make the start fail later, once the folder is ours. */
  beforeDatabase?: (config: Config) => Promise<void>
  /** Where log lines go when the configuration doesn't say. */
  log?: (config: Config) => Log
}

/** What every process of ours stands on: configuration, data folder, PostgreSQL with its tables. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
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

    const log = options.log?.(config) ?? openLog({ ...config.log, process: 'supervisor' })
    closers.push(() => new Promise((resolve) => log.flush(resolve)))
    if (ownsFolder && config.log.file !== undefined) closers.push(await keepLogSmall(log, config.log.file))
    if (ownsFolder) await endLeftBehind(config.dataDir, log)

    await options.beforeDatabase?.(config)
    const postgres = await connect(config, running, log, progress)
    closers.push(postgres.stop)
    progress('Preparing the database')
    const applied = await migrate(directUrlOf(config, postgres.url)).catch((error) => {
      throw describeConnectionFailure(error, config)
    })
    if (applied.length > 0) log.info({ applied }, 'database brought up to date')
    return { config, log, databaseUrl: postgres.url, databaseLost: postgres.lost, close }
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
  lost: Promise<unknown>
  stop: () => Promise<void>
}

async function connect(
  config: Config,
  running: string | null,
  log: Log,
  progress: (text: string) => void,
): Promise<Connection> {
  const elsewhere = { lost: new Promise(() => {}), stop: async () => {} }
  if (config.database.kind === 'external') return { url: config.database.url, ...elsewhere }
  if (running !== null) return { url: running, ...elsewhere }
  const settings = { max_connections: String(Math.max(60, connectionsNeeded(config) + 3)) }
  return keepPostgres({ dataDir: config.dataDir, log, progress, settings })
}
