import { unlessAborted } from './unless-aborted.ts'

/** Something that one waits at while it is closed. */
export interface Gate {
  readonly open: boolean
  /** Resolves at once while it is open, otherwise when it opens. */
  pass(signal: AbortSignal): Promise<void>
  set(open: boolean): void
}

export function createGate(): Gate {
  let isOpen = true
  let opening = Promise.withResolvers<void>()
  return {
    get open() {
      return isOpen
    },
    pass: async (signal) => {
      signal.throwIfAborted()
      // It may be closed again before everyone who waited is through.
      while (!isOpen) await unlessAborted(opening.promise, signal)
    },
    set: (open) => {
      if (open && !isOpen) opening.resolve()
      if (!open && isOpen) opening = Promise.withResolvers()
      isOpen = open
    },
  }
}
