import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Preferences } from '../storage/preferences.ts'
import { useSessionState } from './session-context.tsx'

const PreferencesContext = createContext<Preferences | null>(null)

export function PreferencesProvider({
  preferences,
  children,
}: {
  preferences: Preferences
  children: ReactNode
}) {
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>
}

/** What the app remembers for the person who is there, on this device. Neither of the two ever rejects. */
export interface OwnPreferences {
  /** Undefined where nothing is remembered; what an older version wrote may have any shape. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
}

export function useOwnPreferences(): OwnPreferences {
  const preferences = useContext(PreferencesContext)
  if (!preferences) throw new Error('useOwnPreferences needs a <PreferencesProvider> above it.')
  const state = useSessionState()
  const userId = state.status === 'signed-in' ? state.user.id : undefined
  return useMemo(() => ownPreferences(preferences, userId), [preferences, userId])
}

// Forgetting a preference is no reason to disturb anyone.
function ownPreferences(preferences: Preferences, userId: string | undefined): OwnPreferences {
  if (userId === undefined) return { get: async () => undefined, set: async () => undefined }
  return {
    get: (key) => preferences.get(userId, key).catch(() => undefined),
    set: (key, value) => preferences.set(userId, key, value).catch(() => undefined),
  }
}
