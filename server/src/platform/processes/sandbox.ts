import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkGuarded, frugalMemory, keepLastLines, killGroup } from './guarded-child.ts'
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
  /** Where compiled code is kept, so that the next of its kind starts sooner. */
  compileCacheFolder?: string | undefined
  onProgress?: (done: number, total: number) => void
  /** Given what the work wants to be kept, each time. */
  onKept?: (value: unknown) => void
  /** What is told to work that takes long, every so often; where it can't be given, the work goes on without. */
  news?: { everyMilliseconds: number; give: () => Promise<unknown> } | undefined
}

type Ending = SandboxEnding | { type: 'done'; output: unknown } | { type: 'aborted' }

const program = new URL('./sandbox-child.ts', import.meta.url)

/**
 * Does what may crash or never end in a process of its own, and rejects with a JobFailure if it does. Once this
 * settles, the process is gone.
 */
export async function runInSandbox<Input, Output>(work: SandboxWork<Input>): Promise<Output> {
  const { signal, name = 'The work', timeoutMilliseconds, memoryBytes } = work
  signal?.throwIfAborted()
  const child = forkGuarded({
    program,
    memoryBytes,
    environment: {
      ...frugalMemory,
      ...(work.compileCacheFolder && { NODE_COMPILE_CACHE: work.compileCacheFolder }),
    },
  })
  const lastLines = keepLastLines(child.stderr)
  const ending = await supervise(child, work)
  if (ending.type === 'done') return ending.output as Output
  if (ending.type === 'aborted') throw signal?.reason
  throw explainEnding(ending, { name, memoryBytes, timeoutMilliseconds }, lastLines())
}

async function supervise<Input>(child: ChildProcess, work: SandboxWork<Input>): Promise<Ending> {
  const { pid } = child
  if (pid === undefined) return { type: 'unstarted', error: (await once(child, 'error'))[0] }
  let ending: Ending | undefined
  const end = (how: Ending) => {
    ending ??= how
    killGroup(child)
  }
  const abort = () => end({ type: 'aborted' })
  const timer = setTimeout(() => end({ type: 'time' }), work.timeoutMilliseconds)
  const memory = watchMemory(pid, work.memoryBytes, () => end({ type: 'memory' }))
  work.signal?.addEventListener('abort', abort)
  const telling = work.news && keepTelling(child, work.news)
  child.on('message', (message: SandboxMessage) => {
    if (message.type !== 'progress' && message.type !== 'kept') end(message)
    else if (ending !== undefined) return
    else if (message.type === 'kept') work.onKept?.(message.value)
    else work.onProgress?.(message.done, message.total)
  })
  child.once('exit', () => killGroup(child))
  // Errors of the channel and of killing say no more than how the process ends.
  child.on('error', () => {})
  const closed = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ type: 'exit', code, signal }))
  })
  try {
    send(child, { type: 'work', module: work.module.href, input: work.input })
    const exit = await closed
    return ending ?? exit
  } catch (error) {
    killGroup(child)
    await closed
    throw error
  } finally {
    clearTimeout(timer)
    clearInterval(telling)
    memory.stop()
    work.signal?.removeEventListener('abort', abort)
  }
}

const send = (child: ChildProcess, order: SandboxOrder) => void child.send(order)

function keepTelling(
  child: ChildProcess,
  { everyMilliseconds, give }: NonNullable<SandboxWork<unknown>['news']>,
): NodeJS.Timeout {
  const tell = async () => {
    const news = await give()
    if (child.connected) child.send({ type: 'news', news } satisfies SandboxOrder, () => {})
  }
  return setInterval(() => void tell().catch(() => {}), everyMilliseconds)
}
