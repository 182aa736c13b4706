import { Login } from '../../features/auth/login.tsx'
import { useSessionState } from '../../lib/session/session-context.tsx'
import { useConfig } from '../config-context.ts'
import { OfflineAlert } from '../offline/offline-alert.tsx'
import { ownerOf } from '../owner-of.ts'

export function LoginPage() {
  const { identity, demo_users } = useConfig()
  const state = useSessionState()
  const waiting = state.status === 'signed-out' ? state.waiting : undefined
  return (
    <Login
      provider={identity.kind}
      demoUsers={demo_users}
      notice={waiting && <OfflineAlert owner={ownerOf(waiting)} />}
    />
  )
}
