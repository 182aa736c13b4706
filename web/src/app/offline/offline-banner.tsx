import Box from '@mui/material/Box'
import { focusManager, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { Unsent } from '../../engine/annotations/sync/count-unsent.ts'
import { useSaveStatus } from '../../features/viewer/annotations-panel/outbox-context.ts'
import { useLiveState } from '../../lib/live/live-context.tsx'
import { words } from '../words.ts'

// Seldom needed, and kept with the app: where it can't be had, the page says what it lacks in its places.
const OfflineLine = lazy<ComponentType<{ unsent: readonly Unsent[] }>>(() =>
  import('./offline-line.tsx').then(
    (module) => ({ default: module.OfflineLine }),
    () => ({ default: () => null }),
  ),
)

/** Over a page that was opened without a connection: what it waits for. Later on notices in their places say so. */
export function OfflineBanner() {
  const live = useLiveState()
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const { unsentBySlide } = useSaveStatus()
  const [wasLive, setWasLive] = useState(false)
  useGoOn()
  useRest(!isOnline && live !== 'live')
  if (live === 'live' && !wasLive) setWasLive(true)
  const isShown = !wasLive && (live === 'offline' || !isOnline)
  return (
    <Box role="status" aria-label={words.live.connection}>
      {isShown && (
        <Suspense>
          <OfflineLine unsent={unsentBySlide} />
        </Suspense>
      )}
    </Box>
  )
}

/** What could not be had without the connection is asked for again once it is back. */
function useGoOn(): void {
  const isLive = useLiveState() === 'live'
  const client = useQueryClient()
  useEffect(() => {
    if (isLive)
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [client, isLive])
}

/** Nothing is asked for at intervals, as when nobody looks at the page. Whether the server is back, the stream tells. */
function useRest(isAway: boolean): void {
  useEffect(() => {
    focusManager.setFocused(isAway ? false : undefined)
    return () => focusManager.setFocused(undefined)
  }, [isAway])
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
