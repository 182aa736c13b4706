import { type UploadLocks, withLock } from './upload-locks.ts'

/** So many parts travel at once over all tabs of this browser. */
export interface Slots {
  /** Resolves with what gives the slot back; rejects only when the signal is aborted. */
  take(signal: AbortSignal): Promise<() => void>
}

const slotLock = (number: number) => `upload-slot:${number}`

export function createSlots(locks: UploadLocks | undefined, count: number): Slots {
  const names = Array.from({ length: count }, (_, number) => slotLock(number))
  const take = async (signal: AbortSignal) => {
    if (locks === undefined) return noSlot
    for (const name of names) {
      const release = await withLock(locks, name, { ifAvailable: true, signal })
      if (release) return release
    }
    return firstOf(locks, names, signal)
  }
  return {
    take: (signal) =>
      take(signal).catch(() => {
        signal.throwIfAborted()
        // A browser that refuses locks is no reason not to send.
        return noSlot
      }),
  }
}

/** Stands in line for all of them and takes the one that is free first. */
function firstOf(locks: UploadLocks, names: readonly string[], given: AbortSignal): Promise<() => void> {
  const served = new AbortController()
  const signal = AbortSignal.any([given, served.signal])
  const stand = async (name: string) => {
    const release = (await withLock(locks, name, { ifAvailable: false, signal })) ?? noSlot
    if (served.signal.aborted) release()
    served.signal.throwIfAborted()
    served.abort()
    return release
  }
  return Promise.any(names.map(stand))
}

const noSlot = () => undefined
