import { type UploadLocks, withLock } from './upload-locks.ts'

/** So many parts travel at once over all tabs of this browser. */
export interface Slots {
  /** Resolves with what gives the slot back. */
  take(signal: AbortSignal): Promise<() => void>
}

const slotLock = (number: number) => `upload-slot:${number}`

export function createSlots(locks: UploadLocks | undefined, count: number): Slots {
  if (locks === undefined) return { take: async () => () => undefined }
  let next = 0
  return {
    take: async (signal) => {
      for (let number = 0; number < count; number += 1) {
        const release = await withLock(locks, slotLock(number), { ifAvailable: true, signal })
        if (release) return release
      }
      // All are taken: those who wait stand in line at one each, in turn.
      next = (next + 1) % count
      const release = await withLock(locks, slotLock(next), { ifAvailable: false, signal })
      return release ?? (() => undefined)
    },
  }
}
