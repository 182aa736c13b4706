import { eventStream, type LiveResource } from '@cresyl/contract/events'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Api } from '../api/api.ts'
import { useApi } from '../session/session-context.tsx'
import { browserLiveEnvironment } from './browser-live-environment.ts'
import { createLive, type Live, type LiveState } from './live.ts'
import { refreshAll, refreshChanged } from './refresh-queries.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import { createStepCollector } from './step-collector.ts'

/** Whether what changed of this one need not be shown at once. */
export type CanWait = (id: string) => boolean

interface LiveQueries extends Live {
  follow(resource: LiveResource, canWait: CanWait): () => void
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
  const following = new Set<{ resource: LiveResource; canWait: CanWait }>()
  const followersOf = (resource: LiveResource) => [...following].filter((each) => each.resource === resource)
  const isFollowed = (resource: LiveResource) => followersOf(resource).length > 0
  const environment = browserLiveEnvironment(window, (signal) => api.open(eventStream.path, { signal }))
  const queue = createRefreshQueue({
    after: environment.after,
    refresh: (changes) => refreshChanged(client, changes, isFollowed),
  })
  const steps = createStepCollector({
    after: environment.after,
    canWait: (resource, id) =>
      isFollowed(resource) && followersOf(resource).every(({ canWait }) => canWait(id)),
    pass: queue.add,
  })
  const live = createLive(environment, id, {
    change: steps.add,
    reset: () => void refreshAll(client, isFollowed),
  })
  return {
    ...live,
    start: () => {
      const stop = live.start()
      return () => {
        stop()
        steps.stop()
        queue.stop()
      }
    },
    follow: (resource, canWait) => {
      const follower = { resource, canWait }
      following.add(follower)
      return () => void following.delete(follower)
    },
  }
}

function useLiveQueries(): LiveQueries {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a <LiveProvider> above it.')
  return live
}

const never: CanWait = () => false

/**
 * While this is on the screen, its queries about the resource are asked again whenever someone changes it: a little
 * later where `canWait`, which must stay the same function, holds for everyone who follows it.
 */
export function useLive(resource: LiveResource, canWait: CanWait = never): void {
  const live = useLiveQueries()
  useEffect(() => live.follow(resource, canWait), [live, resource, canWait])
}

export function useLiveState(): LiveState {
  const live = useLiveQueries()
  return useSyncExternalStore(live.subscribe, live.getState)
}
