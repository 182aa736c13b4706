import type { ChildProcess } from 'node:child_process'
import { getPriority } from 'node:os'
import type { ChildRights } from './child-rights.ts'
import { forkGuarded, frugalMemory, keepLastLines, killGroup } from './guarded-child.ts'
import { explainEnding, type SandboxEnding } from './sandbox-endings.ts'
import { watchMemory } from './sandbox-memory.ts'
import type { SandboxMessage, SandboxOrder } from './sandbox-messages.ts'

export type { SandboxRun, SandboxTools } from './sandbox-messages.ts'

export interface SandboxOptions {
  memoryBytes: number
  /** Where compiled code is kept, so that the next of its kind starts sooner. */
  compileCacheFolder?: string | undefined
  /** What the process may do; left out: all that this one may. */
  rights?: ChildRights | undefined
}

export interface SandboxTask<Input> {
  /** Of a module that exports `run`, a SandboxRun. */
  module: URL
  /** Copied into the child, as the output is out of it: plain data, typed arrays, maps, dates. */
  input: Input
  /** What people call the work; begins the sentences about its failure, such as `Reading the slide`. */
  name?: string
  signal?: AbortSignal | undefined
  timeoutMilliseconds: number
  onProgress?: (done: number, total: number) => void
  /** Given what the work wants to be kept, each time. */
  onKept?: (value: unknown) => void
  /** What is told to work that takes long, every so often; where it can't be given, the work goes on without. */
  news?: { everyMilliseconds: number; give: () => Promise<unknown> } | undefined
}

export type SandboxWork<Input> = SandboxTask<Input> & SandboxOptions

export interface Sandbox {
  /** Does what may crash or never end, one after the other, and rejects with a JobFailure if it does. */
  run<Input, Output>(task: SandboxTask<Input>): Promise<Output>
  /** Once this settles, its process is gone. */
  end(): Promise<void>
}

type Ending = SandboxEnding | { type: 'done'; output: unknown } | { type: 'aborted' }

const program = new URL('./sandbox-child.ts', import.meta.url)

/** Has a piece of work done in a process of its own. Once this settles, the process is gone. */
export async function runInSandbox<Input, Output>(work: SandboxWork<Input>): Promise<Output> {
  const sandbox = openSandbox(work)
  try {
    return await sandbox.run(work)
  } finally {
    await sandbox.end()
  }
}

/** A process for pieces of work that belong together: it starts with the first, and anew after one that has ended it. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { memoryBytes } = options
  let open: SandboxProcess | undefined
  return {
    run: async <Input, Output>(task: SandboxTask<Input>) => {
      const { signal, name = 'The work', timeoutMilliseconds } = task
      signal?.throwIfAborted()
      if (open === undefined || open.hasEnded()) open = start(options)
      const { child, lastLines } = open
      const ending = await supervise(open, task, memoryBytes)
      if (ending.type === 'done') return ending.output as Output
      killGroup(child)
      await open.closed
      if (ending.type === 'aborted') throw signal?.reason
      throw explainEnding(ending, { name, memoryBytes, timeoutMilliseconds }, lastLines())
    },
    end: async () => {
      if (open === undefined) return
      killGroup(open.child)
      await open.closed
    },
  }
}

/**
 * By how much work in a sandbox steps back behind the process that has it done. At the very end it would get hardly a
 * hundredth of a processor beside other programs of the machine, and a slide that takes seconds would take half an hour.
 */
const stepBehind = 5

interface SandboxProcess {
  child: ChildProcess
  lastLines: () => string
  hasEnded(): boolean
  closed: Promise<SandboxEnding>
}

function start({ memoryBytes, compileCacheFolder, rights }: SandboxOptions): SandboxProcess {
  const child = forkGuarded({
    program,
    memoryBytes,
    rights,
    niceness: Math.min(19, getPriority() + stepBehind),
    environment: { ...frugalMemory, ...(compileCacheFolder && { NODE_COMPILE_CACHE: compileCacheFolder }) },
  })
  let ended = false
  const closed = new Promise<SandboxEnding>((resolve) => {
    child.once('exit', () => {
      ended = true
      killGroup(child)
    })
    child.once('close', (code, signal) => resolve({ type: 'exit', code, signal }))
    child.once('error', (error) => {
      // Errors of the channel and of killing say no more than how the process ends.
      child.on('error', () => {})
      if (child.pid === undefined) resolve({ type: 'unstarted', error })
    })
  })
  return { child, lastLines: keepLastLines(child.stderr), hasEnded: () => ended, closed }
}

/** Until the work is done, or has to be ended. */
async function supervise<Input>(
  { child, closed }: SandboxProcess,
  task: SandboxTask<Input>,
  memoryBytes: number,
): Promise<Ending> {
  const { promise: ending, resolve: end } = Promise.withResolvers<Ending>()
  const abort = () => end({ type: 'aborted' })
  const hear = (message: SandboxMessage) => {
    if (message.type === 'kept') task.onKept?.(message.value)
    else if (message.type === 'progress') task.onProgress?.(message.done, message.total)
    else end(message)
  }
  const timer = setTimeout(() => end({ type: 'time' }), task.timeoutMilliseconds)
  const memory = watchMemory(child.pid ?? 0, memoryBytes, () => end({ type: 'memory' }))
  const telling = task.news && keepTelling(child, task.news)
  task.signal?.addEventListener('abort', abort)
  child.on('message', hear)
  void closed.then(end)
  try {
    if (child.pid !== undefined) send(child, { type: 'work', module: task.module.href, input: task.input })
    return await ending
  } catch (error) {
    killGroup(child)
    await closed
    throw error
  } finally {
    clearTimeout(timer)
    clearInterval(telling)
    memory.stop()
    task.signal?.removeEventListener('abort', abort)
    child.off('message', hear)
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
