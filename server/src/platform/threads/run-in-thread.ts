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
 * wait. The program gets the data as `workerData` and posts its answer.
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

async function ask<Answer>(
  program: URL,
  data: unknown,
  milliseconds: number,
  memoryMegabytes: number,
): Promise<Answer> {
  const thread = new Worker(program, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new ThreadLimitError('It took too long.')), milliseconds)
      thread.once('message', resolve)
      thread.once('error', (error: NodeJS.ErrnoException) => {
        const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(isTooLarge ? new ThreadLimitError('It took too much memory.') : error)
      })
      thread.once('exit', () => reject(new Error('A thread ended without an answer')))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
