import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type ChildRights, confine } from './child-rights.ts'

export interface GuardedChild {
  /** Gets the id of this process as its argument, for `endWithParent`. */
  program: URL
  memoryBytes: number
  /** The higher, the more it steps back where time is short; 19 is most. */
  niceness: number
  environment?: Readonly<Record<string, string>>
  /** Left out: all that this process has. */
  rights?: ChildRights | undefined
}

/** No setting, address or secret is handed to the child. */
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
export function forkGuarded(options: GuardedChild): ChildProcess {
  const { program, memoryBytes, environment = {}, rights } = options
  // What is on V8's heap may grow as far as the whole: it is the whole that is watched.
  const heapMegabytes = Math.max(64, Math.ceil(memoryBytes / 1024 / 1024))
  const flags = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMegabytes}`]
  const child = fork(fileURLToPath(program), [String(process.pid)], {
    env: { ...usualEnvironment, ...environment },
    ...(rights ? confine(rights, flags) : { execArgv: flags }),
    serialization: 'advanced',
    // A group of its own: what the child starts ends with it, and a terminal's Ctrl-C reaches neither.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  stepBack(child, options)
  return child
}

/** Where memory or time is short, the service goes first and the child is the one to be given up. */
function stepBack({ pid }: ChildProcess, { niceness }: GuardedChild): void {
  if (pid === undefined) return
  attempt(() => setPriority(pid, niceness))
  attempt(() => writeFileSync(`/proc/${pid}/oom_score_adj`, '1000'))
  stepBackAsSession(pid, niceness, 5)
}

/**
 * Linux shares time between sessions first (autogroup), and the priority counts only within one: a detached child is a
 * session of its own, with as much time as all processes of the service together. Without rights one session is told in
 * 100 ms, so it is tried again.
 */
function stepBackAsSession(pid: number, niceness: number, tries: number): void {
  const isTold = attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)))
  if (isTold || tries === 0) return
  setTimeout(() => stepBackAsSession(pid, niceness, tries - 1), 150).unref()
}

/** Whether it could be done: not every system has what is asked for, or allows it. */
function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
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
