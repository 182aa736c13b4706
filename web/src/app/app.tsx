import type { AppConfig } from '@cresyl/contract/app-config'
import { type ReactNode, useState } from 'react'
import { createBrowserRouter, useRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Api } from '../lib/api/api.ts'
import { PreferencesProvider } from '../lib/session/preferences-context.tsx'
import { ApiProvider, SessionProvider, useSessionState } from '../lib/session/session-context.tsx'
import type { Session } from '../lib/session/state.ts'
import type { KeyValueStore } from '../lib/storage/key-value-store.ts'
import type { Preferences } from '../lib/storage/preferences.ts'
import { UnsentContext } from '../lib/storage/unsent-context.ts'
import { ToastHost } from '../ui/toast/toast-host.tsx'
import { useAppLocale } from './app-locale.ts'
import { AppTheme } from './app-theme.tsx'
import { ConfigContext } from './config-context.ts'
import { Crash } from './crash.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { ownerOf } from './owner-of.ts'
import { type Remembered, RememberedProvider } from './remembered.tsx'
import { SignedInApp } from './signed-in-app.tsx'
import { signedOutRoutes } from './signed-out-routes.tsx'

interface AppProps {
  config: AppConfig
  session: Session
  api: Api
  preferences: Preferences
  remembered: Remembered
  /** What is not sent yet, kept beyond this page. */
  unsent: KeyValueStore
}

export function App({ config, session, api, preferences, remembered, unsent }: AppProps) {
  return (
    <ConfigContext value={config}>
      <SessionProvider session={session}>
        <ApiProvider api={api}>
          <PreferencesProvider preferences={preferences}>
            <Personal preferences={preferences} remembered={remembered}>
              <UnsentContext value={unsent}>
                <ErrorBoundary fallback={(error, retry) => <Crash error={error} retry={retry} />}>
                  <RootView />
                </ErrorBoundary>
              </UnsentContext>
              <ToastHost />
            </Personal>
          </PreferencesProvider>
        </ApiProvider>
      </SessionProvider>
    </ConfigContext>
  )
}

function Personal({ preferences, remembered, children }: PersonalProps) {
  const state = useSessionState()
  return (
    <RememberedProvider
      preferences={preferences}
      initial={remembered}
      userId={state.status === 'signed-in' ? state.user.id : undefined}
    >
      <AppLocale />
      <AppTheme>{children}</AppTheme>
    </RememberedProvider>
  )
}

function AppLocale() {
  useAppLocale()
  return null
}

type PersonalProps = Pick<AppProps, 'preferences' | 'remembered'> & { children: ReactNode }

/** Routing starts after the check: the provider's answer may still change the address. */
function RootView() {
  const { status } = useSessionState()
  return status === 'checking' ? <LoadingScreen /> : <RoutedApp />
}

function RoutedApp() {
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <SideOfSignIn /> }]))
  return <RouterProvider router={router} />
}

function SideOfSignIn() {
  const state = useSessionState()
  if (state.status !== 'signed-in') return <SignedOutApp />
  const id = ownerOf(state.user)
  return <SignedInApp key={id} id={id} />
}

function SignedOutApp() {
  return useRoutes(signedOutRoutes)
}
