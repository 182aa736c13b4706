/** The part of navigator.locks that is used. */
export interface UploadLocks {
  request(
    name: string,
    options: { ifAvailable: true } | { signal: AbortSignal },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown>
}

/** Held by the tab that sends the file, for as long as it does: what has no holder was interrupted. */
export const uploadLock = (fileId: string): string => `upload:${fileId}`

interface LockOptions {
  /** Rather than to wait for it. */
  ifAvailable: boolean
  signal: AbortSignal
}

/** Takes the lock and resolves with what gives it back; null where someone else has it and nobody wants to wait. */
export async function withLock(
  locks: UploadLocks,
  name: string,
  { ifAvailable, signal }: LockOptions,
): Promise<(() => void) | null> {
  signal.throwIfAborted()
  const taken = Promise.withResolvers<boolean>()
  const over = Promise.withResolvers<void>()
  // The browser takes one or the other: asking at once, or waiting until told otherwise.
  locks
    .request(name, ifAvailable ? { ifAvailable } : { signal }, (lock) => {
      taken.resolve(lock !== null)
      return lock === null ? Promise.resolve() : over.promise
    })
    .catch(taken.reject)
  return (await taken.promise) ? () => over.resolve() : null
}
