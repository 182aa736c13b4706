import type { Readable } from 'node:stream'
import type { UploadReference } from '../storage.ts'
import { type Attempt, overtaken } from './part-queries.ts'

/** The attempts at parts that are under way in this process. */
export interface PartWriters {
  /** Cuts off older attempts at the part and waits for their last write. Refused when a newer one is here. */
  enter(attempt: Attempt, body: Readable): Promise<void>
  leave(attempt: Attempt): void
  /** Cuts off attempts and waits for their last write. */
  stop(attempts: readonly Attempt[]): Promise<void>
  ofUpload(upload: UploadReference): Attempt[]
  all(): Attempt[]
}

interface Entry {
  attempt: Attempt
  body: Readable
  finished: Promise<void>
  finish(): void
}

export function createPartWriters(): PartWriters {
  const entries = new Map<string, Entry>()
  const keyOf = ({ uploadId, number }: Attempt) => `${uploadId}/${number}`
  const entryOf = (attempt: Attempt) => {
    const entry = entries.get(keyOf(attempt))
    return entry?.attempt.generation === attempt.generation ? entry : undefined
  }
  const all = () => [...entries.values()].map(({ attempt }) => attempt)
  /** Attempts that a newer one has replaced, until they have left. */
  const leaving = new Map<string, Entry>()
  const nameOf = (attempt: Attempt) => `${keyOf(attempt)}/${attempt.generation}`

  return {
    enter: async (attempt, body) => {
      const before = entries.get(keyOf(attempt))
      if (before !== undefined && before.attempt.generation > attempt.generation) throw overtaken()
      const { promise, resolve } = Promise.withResolvers<void>()
      entries.set(keyOf(attempt), { attempt, body, finished: promise, finish: resolve })
      if (before === undefined) return
      leaving.set(nameOf(before.attempt), before)
      before.body.destroy()
      await before.finished
    },
    leave: (attempt) => {
      const entry = entryOf(attempt) ?? leaving.get(nameOf(attempt))
      if (entryOf(attempt) !== undefined) entries.delete(keyOf(attempt))
      leaving.delete(nameOf(attempt))
      entry?.finish()
    },
    stop: async (attempts) => {
      await Promise.all(
        attempts.map((attempt) => {
          const entry = entryOf(attempt)
          entry?.body.destroy()
          return entry?.finished
        }),
      )
    },
    ofUpload: ({ uploadId }) => all().filter((attempt) => attempt.uploadId === uploadId),
    all,
  }
}
