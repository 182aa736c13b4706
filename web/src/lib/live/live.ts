import { type ChangeEvent, eventStream } from '@cresyl/contract/events'
import { keepConnected } from './connection.ts'
import { seekLeadership } from './leadership.ts'
import type { LiveEnvironment } from './live-environment.ts'

/** `offline`: what is shown may be out of date for some seconds already, which is worth telling. */
export type LiveState = 'live' | 'connecting' | 'offline'

export interface LiveEars {
  change(change: ChangeEvent): void
  /** Changes may have been missed. */
  reset(): void
}

export interface Live {
  getState(): LiveState
  subscribe(listener: () => void): () => void
  /** Returns what ends it; it may be started again. */
  start(): () => void
}

/** What the tabs of one person and organisation say to each other. */
type TabMessage =
  | { kind: 'change'; change: ChangeEvent }
  | { kind: 'reset' }
  | { kind: 'sign' }
  | { kind: 'state'; live: boolean }
  /** A new tab wants to know the state. */
  | { kind: 'ask' }

const offlineAfter = 10_000
/** A leader of whom nothing was heard for so long is asleep; its beats come three times as often. */
const leaderSilence = 3 * eventStream.heartbeatSeconds * 1000
const lookEvery = 10_000

/** One stream of events for all tabs of a browser that share the key: one of them reads it and tells the others. */
export function createLive(environment: LiveEnvironment, key: string, ears: LiveEars): Live {
  const { now, after } = environment
  const name = `cresyl-live:${key}`
  const listeners = new Set<() => void>()
  let state: LiveState = 'connecting'
  let grace: (() => void) | undefined

  function setState(next: LiveState): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function setLive(live: boolean): void {
    if (live) {
      endGrace()
      setState('live')
    } else if (!grace && state !== 'offline') {
      setState('connecting')
      grace = after(offlineAfter, () => {
        grace = undefined
        setState('offline')
      })
    }
  }

  function endGrace(): void {
    grace?.()
    grace = undefined
  }

  function start(): () => void {
    const channel = environment.openChannel(name)
    let leading = false
    let stopped = false
    let lastSign = now()
    let lastLook = now()
    let stopLooking = () => {}
    setLive(false)

    function tell(message: TabMessage): void {
      if (!stopped) channel.postMessage(message)
    }

    function lead(): () => void {
      leading = true
      const stop = keepConnected(environment, {
        change: (change) => {
          tell({ kind: 'change', change })
          ears.change(change)
        },
        reset: () => {
          tell({ kind: 'reset' })
          ears.reset()
        },
        sign: () => tell({ kind: 'sign' }),
        state: (live) => {
          tell({ kind: 'state', live })
          setLive(live)
        },
      })
      return () => {
        leading = false
        stop()
      }
    }

    function hear(message: TabMessage): void {
      if (message.kind === 'ask') {
        if (leading) tell({ kind: 'state', live: state === 'live' })
        return
      }
      lastSign = now()
      // Where every tab has its own stream, the others' are no news.
      if (leading) return
      if (message.kind === 'change') ears.change(message.change)
      if (message.kind === 'reset') ears.reset()
      if (message.kind === 'state') setLive(message.live)
    }

    function look(): void {
      // Whoever was asleep itself can't say that the other is.
      if (now() - lastLook > 2 * lookEvery) lastSign = now()
      lastLook = now()
      if (!leading && now() - lastSign > leaderSilence) {
        lastSign = now()
        leadership.takeOver()
      }
      stopLooking = after(lookEvery, look)
    }

    channel.addEventListener('message', (event) => hear(event.data as TabMessage))
    const leadership = seekLeadership(environment.locks, name, lead)
    look()
    tell({ kind: 'ask' })
    return () => {
      stopped = true
      leadership.stop()
      stopLooking()
      endGrace()
      channel.close()
    }
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
  }
}
