import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { LiveProvider } from '../lib/live/live-context.tsx'
import { useApi, useSession } from '../lib/session/session-context.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { OutboxProvider } from './annotations/outbox-provider.tsx'
import { createQueryClient } from './query-client.ts'
import { ServerSettings } from './server-settings.tsx'
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
