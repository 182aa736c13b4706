import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { useSession } from '../lib/session/session-context.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { createQueryClient } from './query-client.ts'
import { ServerSettings } from './server-settings.tsx'
import { signedInRoutes } from './signed-in-routes.tsx'
import { fetchSignedOutPages } from './signed-out-routes.tsx'

/** One cache a person and organisation: what one may see must not be shown to the next. */
export function SignedInApp() {
  const [client] = useState(() => createQueryClient(showToast))
  const session = useSession()
  useEffect(fetchSignedOutPages, [])
  useEffect(() => {
    const notice = session.takeNotice()
    if (notice !== null) showToast(notice, 'error')
  }, [session])
  const routes = useRoutes(signedInRoutes)
  return (
    <QueryClientProvider client={client}>
      <ServerSettings />
      {routes}
    </QueryClientProvider>
  )
}
