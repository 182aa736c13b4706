import { Worker } from 'node:worker_threads'

export interface ThreadLimits {
  /** After which it is ended, whatever it does. */
  milliseconds: number
  memoryMegabytes: number
}

/** It took too long or too much memory: no fault of ours. */
export class ThreadLimitError extends Error {}

/** More would take processors from each other, and memory from all. */
const mostAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Has a program answer once, beside everything else that this process does: for what computes so long that others would
 * wait. The program is one of `answerOrders`.
 */
export async function runInThread<Answer>(
  program: URL,
  data: unknown,
  { milliseconds, memoryMegabytes }: ThreadLimits,
): Promise<Answer> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await ask<Answer>(program, data, milliseconds, memoryMegabytes)
  } finally {
    // Its place is handed on, or free.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Starting a thread and loading its program takes longer than most of what it does: it is kept a while for more. */
const keptMilliseconds = 10_000
const idle = new Map<string, Worker[]>()

async function ask<Answer>(
  program: URL,
  data: unknown,
  milliseconds: number,
  memoryMegabytes: number,
): Promise<Answer> {
  const key = `${program} ${memoryMegabytes}`
  const thread =
    idle.get(key)?.pop() ??
    new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } })
  thread.ref()
  const answered = Promise.withResolvers<Answer>()
  const listeners = {
    message: answered.resolve,
    error: (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      answered.reject(isTooLarge ? new ThreadLimitError('It took too much memory.') : error)
    },
    exit: () => answered.reject(new Error('A thread ended without an answer')),
  }
  for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener)
  const timer = setTimeout(() => answered.reject(new ThreadLimitError('It took too long.')), milliseconds)
  try {
    thread.postMessage(data)
    const answer = await answered.promise
    for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener)
    keep(key, thread)
    return answer
  } catch (error) {
    await thread.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Until somebody needs it, or it has waited for long. */
function keep(key: string, thread: Worker): void {
  const others = idle.get(key) ?? []
  idle.set(key, others)
  others.push(thread)
  thread.unref()
  setTimeout(() => {
    const at = others.indexOf(thread)
    if (at < 0) return
    others.splice(at, 1)
    void thread.terminate()
  }, keptMilliseconds).unref()
}
