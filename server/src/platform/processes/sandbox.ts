import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { explainEnding, type SandboxEnding } from './sandbox-endings.ts'
import { watchMemory } from './sandbox-memory.ts'
import type { SandboxMessage, SandboxOrder } from './sandbox-messages.ts'

export type { SandboxRun, SandboxTools } from './sandbox-messages.ts'

export interface SandboxWork<Input> {
  /** Of a module that exports `run`, a SandboxRun. */
  module: URL
  /** Copied into the child, as the output is out of it: plain data, typed arrays, maps, dates. */
  input: Input
  /** What people call the work; begins the sentences about its failure, such as `Reading the slide`. */
  name?: string
  signal?: AbortSignal | undefined
  timeoutMilliseconds: number
  memoryBytes: number
  onProgress?: (done: number, total: number) => void
}

type Ending = SandboxEnding | { type: 'done'; output: unknown } | { type: 'aborted' }

const childEntry = fileURLToPath(new URL('./sandbox-child.ts', import.meta.url))
/** No setting, address or secret is handed to the child. It runs as the same user: what that may read, it could. */
const childEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }
const keptCharacters = 8000
const keptLines = 30

/**
 * Does what may crash or never end in a process of its own, and rejects with a JobFailure if it does. Once this
 * settles, the process is gone.
 */
export async function runInSandbox<Input, Output>(work: SandboxWork<Input>): Promise<Output> {
  const { signal, name = 'The work', timeoutMilliseconds, memoryBytes } = work
  signal?.throwIfAborted()
  const child = startChild(memoryBytes)
  const lastLines = keepLastLines(child.stderr)
  const ending = await supervise(child, work)
  if (ending.type === 'done') return ending.output as Output
  if (ending.type === 'aborted') throw signal?.reason
  throw explainEnding(ending, { name, memoryBytes, timeoutMilliseconds }, lastLines())
}

function startChild(memoryBytes: number): ChildProcess {
  // What is on V8's heap may grow as far as the whole: it is the whole that is watched.
  const heapMegabytes = Math.max(64, Math.ceil(memoryBytes / 1024 / 1024))
  return fork(childEntry, [String(process.pid)], {
    env: childEnvironment,
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    // A group of its own: what the child starts ends with it, and a terminal's Ctrl-C reaches neither.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

async function supervise<Input>(child: ChildProcess, work: SandboxWork<Input>): Promise<Ending> {
  const { pid } = child
  if (pid === undefined) return { type: 'unstarted', error: (await once(child, 'error'))[0] }
  let ending: Ending | undefined
  const end = (how: Ending) => {
    ending ??= how
    killGroup(pid)
  }
  const abort = () => end({ type: 'aborted' })
  const timer = setTimeout(() => end({ type: 'time' }), work.timeoutMilliseconds)
  const memory = watchMemory(pid, work.memoryBytes, () => end({ type: 'memory' }))
  work.signal?.addEventListener('abort', abort)
  child.on('message', (message: SandboxMessage) => {
    if (message.type !== 'progress') end(message)
    else if (ending === undefined) work.onProgress?.(message.done, message.total)
  })
  child.once('exit', () => killGroup(pid))
  // Errors of the channel and of killing say no more than how the process ends.
  child.on('error', () => {})
  const closed = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ type: 'exit', code, signal }))
  })
  try {
    const order: SandboxOrder = { module: work.module.href, input: work.input }
    child.send(order)
    const exit = await closed
    return ending ?? exit
  } catch (error) {
    killGroup(pid)
    await closed
    throw error
  } finally {
    clearTimeout(timer)
    memory.stop()
    work.signal?.removeEventListener('abort', abort)
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Decoders can say a lot about a damaged file; only the end of it is kept. */
function keepLastLines(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-keptCharacters)
  })
  return () => text.trimEnd().split('\n').slice(-keptLines).join('\n')
}
