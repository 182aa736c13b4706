/** Something that people wait at while it is closed. */
export interface Gate {
  readonly open: boolean
  /** Resolves at once while it is open, otherwise when it opens. */
  pass(signal: AbortSignal): Promise<void>
  set(open: boolean): void
}

export function createGate(open = true): Gate {
  let isOpen = open
  let waiting: (() => void)[] = []
  return {
    get open() {
      return isOpen
    },
    pass: async (signal) => {
      signal.throwIfAborted()
      while (!isOpen) await opened(signal)
    },
    set: (changed) => {
      isOpen = changed
      if (!isOpen) return
      const all = waiting
      waiting = []
      for (const go of all) go()
    },
  }

  function opened(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(() => {
        signal.removeEventListener('abort', leave)
        resolve()
      })
    })
  }
}
