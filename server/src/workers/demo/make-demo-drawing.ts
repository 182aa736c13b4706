import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { Context } from '../../platform/context.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import type { SlideOrder } from './make-demo-child.ts'

const memoryBytes = 1024 * 1024 * 1024
const timeoutMilliseconds = jobDefinitions.make_demo.timeoutSeconds * 1000

export interface Drawing {
  signal: AbortSignal
  /** How many slides are drawn, with the share of the one that is not. */
  onProgress: (done: number) => void
}

/**
 * Draws slides one after the other while `work` takes those that are complete: it waits for each by its place in the
 * list. When the work ends, so does the drawing.
 */
export async function whileDrawing(
  { config }: Context,
  { signal, onProgress }: Drawing,
  orders: readonly SlideOrder[],
  work: (whenDrawn: (n: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const [first] = orders
  if (first === undefined) return
  const left = new AbortController()
  const drawn = orders.map(() => Promise.withResolvers<void>())
  // Whether anybody waits for it is the work's business.
  for (const { promise } of drawn) promise.catch(() => {})
  const ended = runInSandbox<readonly SlideOrder[], null>({
    module: new URL('./make-demo-child.ts', import.meta.url),
    input: orders,
    name: 'Creating the slides',
    signal: AbortSignal.any([signal, left.signal]),
    timeoutMilliseconds,
    memoryBytes,
    compileCacheFolder: join(config.slides.cacheDir, 'compiled'),
    rights: decodingRights(config, { folder: dirname(first.path) }),
    onProgress: (done) => {
      for (const { resolve } of drawn.slice(0, Math.floor(done))) resolve()
      onProgress(done)
    },
  }).then(
    () => {
      for (const { resolve } of drawn) resolve()
    },
    (error) => {
      for (const { reject } of drawn) reject(error)
    },
  )
  try {
    await work(async (n) => drawn[n]?.promise)
  } finally {
    left.abort()
    await ended
  }
}

/** Looks now and then what there is to do meanwhile. */
export async function untilDrawn(
  drawn: Promise<void>,
  look: () => Promise<unknown>,
  pauseMilliseconds: number,
): Promise<void> {
  for (;;) {
    const waiting = new AbortController()
    const pause = sleep(pauseMilliseconds, false, { signal: waiting.signal })
    pause.catch(() => {})
    try {
      if (await Promise.race([drawn.then(() => true), pause])) return
    } finally {
      waiting.abort()
    }
    await look()
  }
}
