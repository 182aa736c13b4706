import { LRUCache } from 'lru-cache'
import { type DecodeFailure, quarantined } from './decode-failure.ts'

export interface QuarantineOptions {
  /** Processes that a file may end before it is kept away from them. */
  strikes?: number
  /** How long each of these is remembered. */
  memoryMilliseconds?: number
  /** How long the file is kept away. */
  pauseMilliseconds?: number
  now?: () => number
}

/** Which files, and what of them, end the processes that decode them. */
export interface Quarantine {
  /** The file has ended a process. True when that was once too often. */
  strike(fileId: string): boolean
  /** What is asked of the file has ended a process by itself: it isn't tried again for a while. */
  refuse(key: string, failure: DecodeFailure): void
  /** Why this is not even tried. */
  check(fileId: string, key: string): DecodeFailure | undefined
  /** Whether the file has ended a process not long ago. */
  suspects(fileId: string): boolean
  /** The file has been replaced: nothing is held against it. */
  pardon(fileId: string): void
  state(): { files: number }
}

const minute = 60_000
const mostRemembered = 10_000

export function createQuarantine(options: QuarantineOptions = {}): Quarantine {
  const { strikes = 5, memoryMilliseconds = 10 * minute, pauseMilliseconds = 5 * minute } = options
  const { now = () => performance.now() } = options
  const strikesOf = new LRUCache<string, number[]>({ max: mostRemembered })
  const kept = new LRUCache<string, number>({ max: mostRemembered })
  const refused = new LRUCache<string, { failure: DecodeFailure; until: number }>({ max: mostRemembered })

  const recent = (fileId: string) =>
    (strikesOf.get(fileId) ?? []).filter((time) => time > now() - memoryMilliseconds)

  return {
    strike: (fileId) => {
      const times = [...recent(fileId), now()]
      if (times.length < strikes) {
        strikesOf.set(fileId, times)
        return false
      }
      strikesOf.delete(fileId)
      kept.set(fileId, now() + pauseMilliseconds)
      return true
    },
    refuse: (key, failure) => void refused.set(key, { failure, until: now() + pauseMilliseconds }),
    check: (fileId, key) => {
      const until = kept.get(fileId) ?? 0
      if (until > now()) return quarantined(until - now())
      kept.delete(fileId)
      const known = refused.get(key)
      if (known && known.until > now()) return known.failure
      refused.delete(key)
      return undefined
    },
    suspects: (fileId) => recent(fileId).length > 0,
    pardon: (fileId) => {
      strikesOf.delete(fileId)
      kept.delete(fileId)
      for (const key of refused.keys()) if (key.startsWith(`${fileId} `)) refused.delete(key)
    },
    state: () => ({ files: [...kept.values()].filter((until) => until > now()).length }),
  }
}
