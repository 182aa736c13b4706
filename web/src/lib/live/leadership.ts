import type { LiveLocks } from './live-environment.ts'

export interface Leadership {
  /** The one who leads is silent, though it never left: a tab that the browser has put to sleep. */
  takeOver(): void
  stop(): void
}

/**
 * One tab leads at a time: `lead` is called when it is this one's turn, and what it returns when that is over. When
 * the tab that leads is closed, the next in the queue takes over. Without locks each tab leads itself.
 */
export function seekLeadership(
  locks: LiveLocks | undefined,
  name: string,
  lead: () => () => void,
): Leadership {
  if (!locks) return { takeOver: () => {}, stop: lead() }
  const held: LiveLocks = locks
  let stopped = false
  let giveUp = new AbortController()
  let stopLeading: (() => void) | undefined

  function endLeading(): void {
    stopLeading?.()
    stopLeading = undefined
  }

  async function queue(steal: boolean): Promise<void> {
    const turn = new AbortController()
    giveUp = turn
    const over = new Promise<void>((resolve) => turn.signal.addEventListener('abort', () => resolve()))
    try {
      // Stealing takes no signal: it is granted at once.
      await held.request(name, steal ? { steal } : { signal: turn.signal }, () => {
        if (!turn.signal.aborted) stopLeading = lead()
        return over
      })
    } catch {
      // Given up while waiting, or taken over by another tab.
    }
    if (turn.signal.aborted) return
    endLeading()
    void queue(false)
  }

  void queue(false)
  return {
    takeOver: () => {
      if (stopped || stopLeading) return
      giveUp.abort()
      void queue(true)
    },
    stop: () => {
      stopped = true
      giveUp.abort()
      endLeading()
    },
  }
}
