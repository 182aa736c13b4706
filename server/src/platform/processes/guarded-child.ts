import { type ChildProcess, fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export interface GuardedChild {
  /** Gets the id of this process as its argument, for `endWithParent`. */
  program: URL
  memoryBytes: number
  environment?: Readonly<Record<string, string>>
}

/** No setting, address or secret is handed to the child. It runs as the same user: what that may read, it could. */
const usualEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }
/**
 * glibc gives each thread memory of its own and hands little back: what images take and leave would pile up to half as
 * much again as is in use. V8 gives new objects three times as much room after a minute of work as after a second, and
 * is no faster for it.
 */
export const frugalMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
  NODE_OPTIONS: '--max-semi-space-size=16',
}
const keptCharacters = 8000
const keptLines = 30

/** Starts a process for what may crash or never end. Its memory is for the caller to watch. */
export function forkGuarded({ program, memoryBytes, environment = {} }: GuardedChild): ChildProcess {
  // What is on V8's heap may grow as far as the whole: it is the whole that is watched.
  const heapMegabytes = Math.max(64, Math.ceil(memoryBytes / 1024 / 1024))
  return fork(fileURLToPath(program), [String(process.pid)], {
    env: { ...usualEnvironment, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    // A group of its own: what the child starts ends with it, and a terminal's Ctrl-C reaches neither.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Ends the child with all that it has started. */
export function killGroup({ pid }: Pick<ChildProcess, 'pid'>): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Decoders can say a lot about a damaged file; only the end of it is kept. */
export function keepLastLines(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-keptCharacters)
  })
  return () => text.trimEnd().split('\n').slice(-keptLines).join('\n')
}
