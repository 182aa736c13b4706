import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { type Repetition, repeat } from '../../repeat.ts'
import { type Attempt, releasePart, selectPointless } from './part-queries.ts'
import type { PartWriters } from './part-writers.ts'

const everyMilliseconds = 1000

export interface PartWatch extends Repetition {
  /** To be written down later that the attempt writes no more. */
  releaseLater(attempt: Attempt): void
}

/** Ends attempts that another process has overtaken or whose upload another process has closed. */
export function watchParts(database: Database, log: Log, writers: PartWriters): PartWatch {
  const unreleased = new Set<Attempt>()
  const round = async () => {
    for (const attempt of unreleased) {
      await database.asMember(attempt, (tx) => releasePart(tx, attempt))
      unreleased.delete(attempt)
    }
    const attempts = writers.all()
    if (attempts.length === 0) return
    await writers.stop(await database.asSystem((tx) => selectPointless(tx, attempts)))
  }
  return {
    ...repeat(log, 'Looking for overtaken parts', everyMilliseconds, round),
    releaseLater: (attempt) => unreleased.add(attempt),
  }
}
