import { type ChangeEvent, eventStream, type LiveResource } from '@cresyl/contract/events'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Api } from '../api/api.ts'
import { useApi } from '../session/session-context.tsx'
import { createLive, type Live, type LiveState } from './live.ts'
import type { LiveEnvironment } from './live-environment.ts'
import { refreshAll, refreshChanged } from './refresh-queries.ts'
import { createRefreshQueue } from './refresh-queue.ts'

/** How often what is shown may be asked for again, in milliseconds; the first change after a rest is shown at once. */
const paces = { prompt: 500, unhurried: 4000 }
export type Pace = keyof typeof paces

interface LiveQueries extends Live {
  follow(resource: LiveResource, pace: Pace): () => void
  /** Hands on each change of a resource; null where some may have been missed. */
  hear(resource: LiveResource, listener: (change: ChangeEvent | null) => void): () => void
}

const LiveContext = createContext<LiveQueries | null>(null)

interface LiveProviderProps {
  /** Whose stream it is: tabs of the same person and organisation share one. */
  id: string
  children: ReactNode
}

/** Keeps what is on the screen up to date while someone else changes it. */
export function LiveProvider({ id, children }: LiveProviderProps) {
  const api = useApi()
  const client = useQueryClient()
  const [live] = useState(() => createLiveQueries(api, client, id))
  useEffect(() => live.start(), [live])
  return <LiveContext value={live}>{children}</LiveContext>
}

function createLiveQueries(api: Api, client: QueryClient, id: string): LiveQueries {
  const following = new Set<{ resource: LiveResource; pace: Pace }>()
  const isFollowed = (resource: LiveResource, pace?: Pace) =>
    [...following].some((each) => each.resource === resource && (pace === undefined || each.pace === pace))
  const environment = browserLiveEnvironment(window, (signal) => api.open(eventStream.path, { signal }))
  const queueOf = (pace: Pace) =>
    createRefreshQueue({
      atMostEvery: paces[pace],
      after: environment.after,
      refresh: (changes) => refreshChanged(client, changes, isFollowed),
    })
  const queues = { prompt: queueOf('prompt'), unhurried: queueOf('unhurried') }
  const hearers = new Set<{ resource: LiveResource; listener: (change: ChangeEvent | null) => void }>()
  const live = createLive(environment, id, {
    change: (change) => {
      for (const { resource, listener } of [...hearers]) if (resource === change.resource) listener(change)
      queues[isFollowed(change.resource, 'prompt') ? 'prompt' : 'unhurried'].add(change)
    },
    reset: () => {
      for (const { listener } of [...hearers]) listener(null)
      void refreshAll(client, isFollowed)
    },
  })
  return {
    ...live,
    start: () => {
      const stop = live.start()
      return () => {
        stop()
        for (const queue of Object.values(queues)) queue.stop()
      }
    },
    follow: (resource, pace) => {
      const follower = { resource, pace }
      following.add(follower)
      return () => void following.delete(follower)
    },
    hear: (resource, listener) => {
      const hearer = { resource, listener }
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}

function useLiveQueries(): LiveQueries {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a <LiveProvider> above it.')
  return live
}

/**
 * While this is on the screen, its queries about the resource are asked again whenever someone changes it: as often
 * as the most eager of those who follow it wants.
 */
export function useLive(resource: LiveResource, pace: Pace = 'prompt'): void {
  const live = useLiveQueries()
  useEffect(() => live.follow(resource, pace), [live, resource, pace])
}

/** While this is on the screen, each change of the resource is told here; null where some may have been missed. */
export function useLiveChanges(resource: LiveResource, onChange: (change: ChangeEvent | null) => void): void {
  const live = useLiveQueries()
  const hear = useEffectEvent(onChange)
  useEffect(() => live.hear(resource, (change) => hear(change)), [live, resource])
}

export function useLiveState(): LiveState {
  const live = useLiveQueries()
  return useSyncExternalStore(live.subscribe, live.getState)
}

function browserLiveEnvironment(
  window: Window & typeof globalThis,
  open: LiveEnvironment['open'],
): LiveEnvironment {
  const { document, navigator } = window
  // Absent on an origin that isn't secure, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  return {
    open,
    locks: locks && { request: (name, options, hold) => locks.request(name, options, hold) },
    openChannel: (name) => new window.BroadcastChannel(name),
    now: () => Date.now(),
    after(milliseconds, act) {
      const timer = window.setTimeout(act, milliseconds)
      return () => window.clearTimeout(timer)
    },
    onWake(listener) {
      const ifVisible = () => document.visibilityState === 'visible' && listener()
      document.addEventListener('visibilitychange', ifVisible)
      window.addEventListener('online', listener)
      return () => {
        document.removeEventListener('visibilitychange', ifVisible)
        window.removeEventListener('online', listener)
      }
    },
  }
}
