import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSaveStatus } from '../../features/viewer/annotations-panel/outbox-context.ts'
import { useLiveState } from '../../lib/live/live-context.tsx'
import { WifiOff } from '../../ui/icons.ts'
import { words } from '../words.ts'
import { OfflineText } from './offline-text.tsx'

/** Over a page that was opened without a connection: what it waits for. Later on notices in their places say so. */
export function OfflineBanner() {
  const live = useLiveState()
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const { unsentBySlide } = useSaveStatus()
  const [wasLive, setWasLive] = useState(false)
  useGoOn()
  if (live === 'live' && !wasLive) setWasLive(true)
  const isShown = !wasLive && (live === 'offline' || !isOnline)
  return (
    <Box role="status" aria-label={words.offline.label}>
      {isShown && (
        <Box
          sx={{
            display: 'flex',
            gap: 3,
            px: { xs: 4, sm: 6 },
            py: 2,
            alignItems: 'center',
            bgcolor: 'warning.main',
            color: 'warning.contrastText',
          }}
        >
          <WifiOff size={20} aria-hidden style={{ flexShrink: 0 }} />
          <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <OfflineText unsent={unsentBySlide} />
          </Typography>
        </Box>
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

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
