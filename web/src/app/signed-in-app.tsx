import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { showToast } from '../ui/toast/toast-store.ts'
import { createQueryClient } from './query-client.ts'
import { signedInRoutes } from './signed-in-routes.tsx'
import { fetchSignedOutPages } from './signed-out-routes.tsx'

/** One cache a person: what one may see must not be shown to the next. */
export function SignedInApp() {
  const [client] = useState(() => createQueryClient(showToast))
  useEffect(fetchSignedOutPages, [])
  const routes = useRoutes(signedInRoutes)
  return <QueryClientProvider client={client}>{routes}</QueryClientProvider>
}
