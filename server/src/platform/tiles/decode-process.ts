import type { ChildRights } from '../processes/child-rights.ts'
import { forkGuarded, keepLastLines, killGroup } from '../processes/guarded-child.ts'
import { watchMemory } from '../processes/sandbox-memory.ts'
import type { ProcessEnding } from './decode-failure.ts'
import type { DecodeAnswer, DecodeOrder, RenderOrder, SentFailure } from './decode-messages.ts'
import type { Rendered } from './operation.ts'

export interface DecodeProcessOptions {
  program: URL
  memoryBytes: number
  environment: Readonly<Record<string, string>>
  rights?: ChildRights | undefined
}

export type Outcome =
  | { type: 'done'; result: Rendered; memory: number }
  | { type: 'failed'; failure: SentFailure; memory: number }
  | ({ type: 'ended' } & ProcessEnding)

/** A child process that decodes, one thing at a time. */
export interface DecodeProcess {
  readonly pid: number
  readonly ended: Promise<ProcessEnding>
  /** Always comes to an outcome; the process is gone where that is `ended`. */
  render(order: RenderOrder, timeoutMilliseconds: number): Promise<Outcome>
  /** Asks it to stop what it renders; it may not listen. */
  abort(id: number): void
  /** It closes the image, if it has it open. */
  drop(imageId: string): void
  kill(): void
}

const longestStart = 30_000

/** Resolves once the process is ready. */
export async function startDecodeProcess(
  options: DecodeProcessOptions,
  signal: AbortSignal,
): Promise<DecodeProcess> {
  signal.throwIfAborted()
  const child = forkGuarded({ ...options, niceness: 5 })
  const lastLines = keepLastLines(child.stderr)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<ProcessEnding>()
  let current: { readonly id: number; settle(outcome: Outcome): void } | undefined
  let why: ProcessEnding['why'] = 'crash'
  let gone: ProcessEnding | undefined

  child.on('message', (answer: DecodeAnswer) => {
    if (answer.type === 'ready') ready.resolve()
    else if (answer.id === current?.id) current.settle(receive(answer))
  })
  child.once('error', ready.reject)
  // Errors of the channel and of killing say no more than how the process ends.
  child.on('error', () => {})
  // Not 'exit', which may come before the last answer has been read.
  child.once('close', (code, killed) => {
    const ending: ProcessEnding = { why, how: killed ?? `exit code ${code}`, lastLines: lastLines() }
    gone = ending
    ready.reject(new Error(`It ended with ${ending.how}\n${ending.lastLines}`))
    current?.settle({ type: 'ended', ...ending })
    ended.resolve(ending)
  })

  const kill = () => killGroup(child)
  const abandon = () => ready.reject(signal.reason)
  const overdue = setTimeout(() => ready.reject(new Error('It was not ready in time')), longestStart)
  signal.addEventListener('abort', abandon)
  try {
    await ready.promise
  } catch (error) {
    kill()
    if (child.pid !== undefined) await ended.promise
    throw error
  } finally {
    clearTimeout(overdue)
    signal.removeEventListener('abort', abandon)
  }

  const { pid = 0 } = child
  const send = (order: DecodeOrder) => {
    if (child.connected) child.send(order, () => {})
  }
  return {
    pid,
    ended: ended.promise,
    render: (order, timeoutMilliseconds) => {
      if (gone) return Promise.resolve({ type: 'ended', ...gone })
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const stop = (reason: 'time' | 'memory') => {
        why = reason
        kill()
      }
      const timer = setTimeout(stop, timeoutMilliseconds, 'time')
      const memory = watchMemory(pid, options.memoryBytes, () => stop('memory'))
      const settle = (outcome: Outcome) => {
        current = undefined
        clearTimeout(timer)
        memory.stop()
        resolve(outcome)
      }
      current = { id: order.id, settle }
      send(order)
      return promise
    },
    abort: (id) => send({ type: 'abort', id }),
    drop: (imageId) => send({ type: 'drop', imageId }),
    kill,
  }
}

function receive(answer: Exclude<DecodeAnswer, { type: 'ready' }>): Outcome {
  if (answer.type === 'failed') return answer
  const { bytes } = answer.result
  // A view would keep all that was read from the channel with it in memory.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  return { ...answer, result: { ...answer.result, bytes: own } }
}
