import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { StartError } from '../start-error.ts'
import type { Ending, Running } from './keep-running.ts'
import type { ChildMessage, SupervisorMessage } from './messages.ts'

export interface ChildOptions {
  /** Such as `api-1`: in the log, in the list of processes and in sentences. */
  name: string
  /** The file that it runs. */
  program: string
  /** Whether it shares the port with others of its kind, which cluster arranges. */
  sharesPort: boolean
  environment: Record<string, string | undefined>
  databaseUrl: string
  /** After this time the process is ended by force, whatever it is still doing. */
  stopMilliseconds: number
  signal: AbortSignal
  /** Told as soon as the process exists, and when it is gone. */
  spawned: (pid: number) => void
  exited: (pid: number) => void
  /** Told when it is ended by force. */
  overdue: () => void
  heard: (message: ChildMessage, child: Child) => void
}

export interface Child extends Running {
  name: string
  pid: number
  send(message: SupervisorMessage): void
}

const longestStart = 60_000

/** Starts a process of ours; resolves once it says that it is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name } = options
  const child = options.sharesPort ? forkSharing(options) : forkAlone(options)
  const { promise: ready, resolve: isReady, reject: hasFailed } = Promise.withResolvers<void>()
  const { pid = 0 } = child
  if (pid > 0) options.spawned(pid)
  let asked = false
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => hasFailed(cannotStart(name, error.message)))
    // 'exit' may come before the last message has been read, 'close' does not.
    child.once('close', (code, signal) => {
      options.exited(pid)
      resolve({ code, signal, asked })
      hasFailed(cannotStart(name, `it ended with ${signal ?? `exit code ${code}`}`))
    })
  })
  const send = (message: SupervisorMessage) => {
    // One that is ending no longer listens, which is no failure of ours.
    if (child.connected) child.send(message, () => {})
  }
  const stop = async () => {
    send({ type: 'stop' })
    const deadline = setTimeout(() => {
      options.overdue()
      child.kill('SIGKILL')
    }, options.stopMilliseconds)
    await ended
    clearTimeout(deadline)
  }
  const started: Child = { name, pid, ended, send, stop }
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'ready') isReady()
    else if (message.type === 'failed') hasFailed(new StartError(message.message))
    else if (message.type === 'stopping') asked = true
    else options.heard(message, started)
  })

  const overdue = setTimeout(
    () => hasFailed(cannotStart(name, `it was not ready after ${longestStart / 1000} seconds`)),
    longestStart,
  )
  const interrupted = () => hasFailed(options.signal.reason)
  options.signal.addEventListener('abort', interrupted)
  try {
    send({ type: 'start', databaseUrl: options.databaseUrl })
    await ready
    return started
  } catch (error) {
    child.kill('SIGKILL')
    if (pid > 0) await ended
    throw error
  } finally {
    clearTimeout(overdue)
    options.signal.removeEventListener('abort', interrupted)
  }
}

function cannotStart(name: string, reason: string): StartError {
  return new StartError(
    `The process ${name} could not be started: ${reason}. The log says why; start again then.`,
  )
}

/** Standard input stays the supervisor's, as does a terminal's Ctrl-C: see run-child.ts. */
function streams(): ('ignore' | 'inherit' | 'ipc')[] {
  return ['ignore', 'inherit', 'inherit', 'ipc']
}

function forkAlone({ program, name, environment }: ChildOptions): ChildProcess {
  return fork(program, [name], { env: environment, stdio: streams() })
}

/** The supervisor holds the port and hands connections round; a process that ends leaves the others theirs. */
function forkSharing({ program, name, environment }: ChildOptions): ChildProcess {
  cluster.setupPrimary({ exec: program, args: [name], stdio: streams() })
  return cluster.fork(environment).process
}
