import { Navigate, type RouteObject, useLocation } from 'react-router'
import { loginAddress } from '../lib/identity/return-to.ts'
import { lazyPage } from './lazy-page.tsx'
import { paths } from './paths.ts'

export const signedOutRoutes: RouteObject[] = [
  {
    element: lazyPage('', async () => (await import('../features/auth/auth-layout.tsx')).AuthLayout),
    children: [
      {
        path: paths.login,
        element: lazyPage(paths.login, async () => (await import('./pages/login-page.tsx')).LoginPage),
      },
    ],
  },
  { path: '*', element: <ToLogin /> },
]

/** Remembers where they wanted to go. */
function ToLogin() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={loginAddress(pathname + search + hash)} replace />
}
