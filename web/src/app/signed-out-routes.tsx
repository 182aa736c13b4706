import type { AppConfig } from '@cresyl/contract/app-config'
import { Navigate, type RouteObject, useLocation } from 'react-router'
import { loginAddress } from '../lib/identity/return-to.ts'
import { lazyPage } from './lazy-page.tsx'
import { paths } from './paths.ts'

export function signedOutRoutes(demoUsers: AppConfig['demo_users']): RouteObject[] {
  const layout = lazyPage('', async () => (await import('../features/auth/auth-layout.tsx')).AuthLayout)
  const login = lazyPage(paths.login, async () => {
    const { LoginPage } = await import('../features/auth/login-page.tsx')
    return () => <LoginPage demoUsers={demoUsers} />
  })
  return [
    { element: layout, children: [{ path: paths.login, element: login }] },
    { path: '*', element: <ToLogin /> },
  ]
}

/** Remembers where they wanted to go. */
function ToLogin() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={loginAddress(pathname + search + hash)} replace />
}
