import { lazy, Suspense } from 'react'
import { Login } from '../../features/auth/login.tsx'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { useConfig } from '../config-context.ts'
import { ownerOf } from '../owner-of.ts'

// The page itself is fetched ahead of its time: this is not.
const OfflineAlert = lazy(async () => ({
  default: (await import('../offline/offline-alert.tsx')).OfflineAlert,
}))

export function LoginPage() {
  const { identity, demo_users } = useConfig()
  const state = useSessionState()
  const waiting = state.status === 'signed-out' ? state.waiting : undefined
  return (
    <Login
      provider={identity.kind}
      demoUsers={demo_users}
      notice={
        waiting && (
          <Suspense>
            <OfflineAlert owner={ownerOf(waiting)} />
          </Suspense>
        )
      }
    />
  )
}
