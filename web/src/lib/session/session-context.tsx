import type { Permission } from '@cresyl/contract/api/permissions'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Api } from '../api/api.ts'
import type { Session, SessionState } from './state.ts'

const SessionContext = createContext<Session | null>(null)
const ApiContext = createContext<Api | null>(null)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>
}

/** What one can do: sign in, sign out. For what is the case now, see `useSessionState`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a <SessionProvider> above it.')
  return session
}

export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState)
}

export function usePermission(permission: Permission): boolean {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => session.can(permission))
}

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an <ApiProvider> above it.')
  return api
}
