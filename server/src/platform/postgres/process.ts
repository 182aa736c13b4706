import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogFile } from '../log-file.ts'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import type { Placement } from './placement.ts'
import { readPostmasterFile, stopPostmaster } from './postmaster.ts'
import { programEnvironment, type SystemUser, spawnIdentity } from './run-program.ts'

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

/** Given on the command line at each start, so that a newer Cresyl brings its own to an old cluster. */
function serverSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket's path may be at most 107 bytes, which a data folder's easily exceeds.
    unix_socket_directories: '',
    // Containers often have 64 MB of POSIX shared memory.
    dynamic_shared_memory_type: 'mmap',
    max_connections: '60',
    shared_buffers: '128MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
  }
}

function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

interface Watchdog {
  /** To be called once PostgreSQL has ended in the ordinary way. */
  dismiss(): void
}

/**
 * Waits on a pipe from the supervisor. A line means "done"; its end without one means that the supervisor
 * died. A process id may belong to somebody else by then, so the cluster's own file has to agree.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r word && exit 0
runs() {
  read -r pid < "$2/postmaster.pid" && [ "$pid" = "$1" ] && kill -0 "$1"
} 2> /dev/null
runs "$1" "$2" && kill -INT "$1"
tries=0
while [ $tries -lt 100 ] && runs "$1" "$2"; do
  sleep 0.1
  tries=$((tries + 1))
done
runs "$1" "$2" && kill -QUIT "$1"
`

/** A small shell that stops PostgreSQL when this process ends without having done so, even by kill -9. */
function startWatchdog(postgres: number, cluster: string, user: SystemUser | null): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'cresyl-watchdog', String(postgres), cluster], {
    ...spawnIdentity(user),
    cwd: '/',
    env: programEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a watchdog the database still works; the next start would stop an orphan.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  return { dismiss: () => child.stdin.end('done\n') }
}
