import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { useOrganization } from '../features/organization/queries.ts'
import { useProfile } from '../features/profile/queries.ts'
import { LiveProvider } from '../lib/live/live-context.tsx'
import { useApi, useSession, useSessionState } from '../lib/session/session-context.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { OutboxProvider } from './annotations/outbox-provider.tsx'
import { createQueryClient } from './query-client.ts'
import { type Remembered, useRemembered } from './remembered.tsx'
import { preparePageAt, signedInRoutes } from './signed-in-routes.tsx'
import { fetchSignedOutPages } from './signed-out-routes.tsx'
import { UploadsProvider } from './uploads/uploads-provider.tsx'

/** One cache, one stream of changes, one outbox and one queue of uploads a person and organisation: what one may see is not for the next. */
export function SignedInApp({ id }: { id: string }) {
  const [client] = useState(() => createQueryClient(showToast))
  const session = useSession()
  const api = useApi()
  useEffect(() => preparePageAt(location.pathname, { client, api, session }), [client, api, session])
  useEffect(fetchSignedOutPages, [])
  useEffect(() => {
    const notice = session.takeNotice()
    if (notice !== null) showToast(notice, 'error')
  }, [session])
  const routes = useRoutes(signedInRoutes)
  return (
    <QueryClientProvider client={client}>
      <LiveProvider id={id}>
        <ServerSettings />
        <OutboxProvider id={id}>
          <UploadsProvider id={id}>{routes}</UploadsProvider>
        </OutboxProvider>
      </LiveProvider>
    </QueryClientProvider>
  )
}

/** What the server keeps about the person and the organisation wins over what this device remembered. */
function ServerSettings() {
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
