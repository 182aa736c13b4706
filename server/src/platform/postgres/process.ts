import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogFile } from '../log-file.ts'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import type { Placement } from './placement.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { programEnvironment, spawnIdentity } from './run-program.ts'
import { serverSettings, settingArguments } from './settings.ts'
import { stopPostmaster } from './stop-postmaster.ts'
import { startWatchdog } from './watchdog.ts'

export interface PostgresExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface PostgresProcess {
  pid: number
  port: number
  /** Null while it runs. */
  hasExited(): PostgresExit | null
  exit: Promise<PostgresExit>
  stop(): Promise<void>
}

/** Starts the server on a free port, in a process group of its own: a terminal's Ctrl-C is for the supervisor. */
export async function spawnPostgres(options: {
  binaries: Binaries
  placement: Placement
  logFile: LogFile
  settings: Record<string, string>
  findPort: () => Promise<number>
}): Promise<PostgresProcess> {
  const { cluster, user } = options.placement
  const port = await options.findPort()
  const settings = { ...serverSettings(port), ...options.settings }
  const log = await options.logFile.open()
  const child = spawn(options.binaries.postgres, ['-D', cluster, ...settingArguments(settings)], {
    ...spawnIdentity(user),
    cwd: '/',
    env: programEnvironment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  let exited: PostgresExit | null = null
  const exit = new Promise<PostgresExit>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      exited = { code, signal }
      resolve(exited)
    })
  })
  await log.close()
  const { pid } = child
  if (pid === undefined) {
    const cause = await exit.catch((error: Error) => error)
    throw new StartError(
      `PostgreSQL could not be started: ${cause instanceof Error ? cause.message : 'no process was made'}. Fix that and start again, or set DATABASE_URL to a PostgreSQL server of your own (15 or later).`,
      { cause },
    )
  }
  const watchdog = startWatchdog(pid, cluster, user)
  exit.then(
    () => watchdog.dismiss(),
    () => {},
  )
  return {
    pid,
    port,
    exit,
    hasExited: () => exited,
    stop: async () => {
      await stopPostmaster(pid, () => exited !== null)
    },
  }
}

const ANSWER_TIME = 30_000

/**
 * Resolves to true when the server accepts connections, to false when it ended before. While it recovers
 * from a crash it may take as long as it needs, and says so.
 */
export async function waitUntilReady(
  postgres: PostgresProcess,
  cluster: string,
  options: { progress: (text: string) => void; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const started = Date.now()
  let told = started
  for (;;) {
    options.signal?.throwIfAborted()
    if (postgres.hasExited()) return false
    const file = await readPostmasterFile(cluster)
    const status = file?.pid === postgres.pid ? file.status : ''
    // Only now the port is surely ours, and not a stranger's who was faster.
    if (status === 'ready') return true
    const now = Date.now()
    if (status === '' && now - started > ANSWER_TIME) {
      throw new StartError(
        `PostgreSQL did not come up within ${ANSWER_TIME / 1000} seconds. See its log for the reason, then start again.`,
      )
    }
    if (now - told > 5000) {
      told = now
      options.progress(`The database is recovering (${Math.round((now - started) / 1000)} s)`)
    }
    await sleep(15)
  }
}
