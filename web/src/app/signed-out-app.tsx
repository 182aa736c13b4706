import type { AppConfig } from '@cresyl/contract/app-config'
import { useMemo } from 'react'
import { useRoutes } from 'react-router'
import { signedOutRoutes } from './signed-out-routes.tsx'

export function SignedOutApp({ demoUsers }: { demoUsers: AppConfig['demo_users'] }) {
  return useRoutes(useMemo(() => signedOutRoutes(demoUsers), [demoUsers]))
}
