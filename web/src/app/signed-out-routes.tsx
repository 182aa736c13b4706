import { Navigate, type RouteObject, useLocation } from 'react-router'
import { loginAddress } from '../lib/identity/return-to.ts'
import { lazyPage } from './lazy-page.tsx'
import { paths } from './paths.ts'

const layout = async () => (await import('../features/auth/auth-layout.tsx')).AuthLayout
const login = async () => (await import('./pages/login-page.tsx')).LoginPage

/** Whoever signs out without a connection must still get to see /login. */
export function fetchSignedOutPages(): void {
  // Without it the page says so when it is opened.
  Promise.all([layout(), login()]).catch(() => undefined)
}

export const signedOutRoutes: RouteObject[] = [
  {
    element: lazyPage('', layout),
    children: [
      {
        path: paths.login,
        element: lazyPage(paths.login, login),
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
