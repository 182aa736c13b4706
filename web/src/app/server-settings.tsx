import { useEffect } from 'react'
import { useOrganization } from '../features/organization/queries.ts'
import { useProfile } from '../features/profile/queries.ts'
import { useSession, useSessionState } from '../lib/session/session-context.tsx'
import { type Remembered, useRemembered } from './remembered.tsx'

/** What the server keeps about the person and the organisation wins over what this device remembered. */
export function ServerSettings() {
  const state = useSessionState()
  const { data: profile } = useProfile()
  const branding = useServerBranding()
  const session = useSession()
  useEffect(() => {
    if (!profile) return
    const { permissions, superadmin, acting } = profile
    session.learn({ permissions, superadmin, acting })
  }, [session, profile])
  useRemembering('theme', profile?.theme)
  useRemembering('locale', profile?.locale)
  useRemembering('branding', branding)
  useRemembering('home', state.status === 'signed-in' && !state.acting ? state.user.org_id : undefined)
  return null
}

function useServerBranding(): Remembered['branding'] | undefined {
  const state = useSessionState()
  const { organization, source } = useOrganization()
  if (source !== 'server' || state.status !== 'signed-in') return undefined
  return { organization: state.user.org_id, ...organization.branding }
}

/** Undefined: the server has not told. */
function useRemembering<Key extends keyof Remembered>(key: Key, value: Remembered[Key] | undefined) {
  const { values, remember } = useRemembered()
  const told = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news of the server count; choices made here go to it by themselves.
  useEffect(() => {
    if (value !== undefined && told !== JSON.stringify(values[key])) remember(key, value)
  }, [told])
}
