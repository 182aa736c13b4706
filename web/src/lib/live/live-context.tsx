import { eventStream, type LiveResource } from '@cresyl/contract/events'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Api } from '../api/api.ts'
import { useApi } from '../session/session-context.tsx'
import { browserLiveEnvironment } from './browser-live-environment.ts'
import { createLive, type Live, type LiveState } from './live.ts'
import { refreshAll, refreshChanged } from './refresh-queries.ts'
import { createRefreshQueue } from './refresh-queue.ts'

interface LiveQueries extends Live {
  follow(resource: LiveResource): () => void
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
  const following = new Map<LiveResource, number>()
  const isFollowed = (resource: LiveResource) => (following.get(resource) ?? 0) > 0
  const environment = browserLiveEnvironment(window, (signal) => api.open(eventStream.path, { signal }))
  const queue = createRefreshQueue({
    after: environment.after,
    refresh: (changes) => refreshChanged(client, changes, isFollowed),
  })
  const live = createLive(environment, id, {
    change: queue.add,
    reset: () => void refreshAll(client, isFollowed),
  })
  return {
    ...live,
    start: () => {
      const stop = live.start()
      return () => {
        stop()
        queue.stop()
      }
    },
    follow: (resource) => {
      const add = (count: number) => following.set(resource, (following.get(resource) ?? 0) + count)
      add(1)
      return () => void add(-1)
    },
  }
}

function useLiveQueries(): LiveQueries {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a <LiveProvider> above it.')
  return live
}

/** While this is on the screen, its queries about the resource are asked again whenever someone changes it. */
export function useLive(resource: LiveResource): void {
  const live = useLiveQueries()
  useEffect(() => live.follow(resource), [live, resource])
}

export function useLiveState(): LiveState {
  const live = useLiveQueries()
  return useSyncExternalStore(live.subscribe, live.getState)
}
