import type { AppConfig } from '@cresyl/contract/people/app-config'
import type { BrandColours } from '@cresyl/contract/slides/contrast'
import CircularProgress from '@mui/material/CircularProgress'
import CssBaseline from '@mui/material/CssBaseline'
import Stack from '@mui/material/Stack'
import { ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createBrowserRouter, useRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Api } from '../lib/api/api.ts'
import { PreferencesProvider } from '../lib/session/preferences-context.tsx'
import { ApiProvider, SessionProvider, useSessionState } from '../lib/session/session-context.tsx'
import type { Session } from '../lib/session/state.ts'
import type { KeyValueStore } from '../lib/storage/key-value-store.ts'
import type { Preferences } from '../lib/storage/preferences.ts'
import { UnsentContext } from '../lib/storage/unsent-context.ts'
import { Logo } from '../ui/frame/logo.tsx'
import { createAppTheme, noBranding, type ThemeMode } from '../ui/frame/theme.ts'
import { resolveLocale, setLocale } from '../ui/text/locale.ts'
import { ToastHost } from '../ui/toast/toast-host.tsx'
import { ConfigContext } from './config-context.ts'
import { Crash } from './crash.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ownerOf } from './owner-of.ts'
import { type Remembered, RememberedProvider, useRemembered } from './remembered.tsx'
import { SignedInApp } from './signed-in-app.tsx'
import { signedOutRoutes } from './signed-out-routes.tsx'
import { words } from './words.ts'

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

/** Dates and numbers are written as the person chose, or else as their browser prefers. */
function useAppLocale(): void {
  const { locale } = useRemembered().values
  // As text: Chromium may answer with another array each time.
  const preferred = useSyncExternalStore(subscribe, () => navigator.languages.join())
  useLayoutEffect(() => setLocale(resolveLocale(locale, preferred.split(','))), [locale, preferred])
}

function subscribe(listener: () => void) {
  addEventListener('languagechange', listener)
  return () => removeEventListener('languagechange', listener)
}

/** While it is found out who is there. */
function LoadingScreen() {
  return (
    <Stack
      component="main"
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', gap: 6 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
        <Logo size={40} />
        <Typography variant="h1">{words.product}</Typography>
      </Stack>
      <div role="status">
        <CircularProgress size={28} aria-label={words.checking} />
      </div>
    </Stack>
  )
}

const darkSystem = '(prefers-color-scheme: dark)'

function AppTheme({ children }: { children: ReactNode }) {
  const { values } = useRemembered()
  const system = useSystemMode()
  const mode = values.theme === 'system' ? system : values.theme
  const { primary, accent } = useBrandColours()
  const theme = useMemo(() => createAppTheme(mode, { primary, accent }), [mode, primary, accent])
  const { background } = theme.palette.tokens
  useLayoutEffect(() => {
    // Native parts (scroll bars, form controls) follow, and so does the browser's own frame on phones.
    document.documentElement.style.colorScheme = mode
    document.documentElement.style.backgroundColor = background
  }, [mode, background])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  )
}

/** Those of the organisation someone is in; until it is known which, those of the last one here. */
function useBrandColours(): BrandColours {
  const { branding } = useRemembered().values
  const state = useSessionState()
  if (!branding || state.status === 'signed-out') return noBranding
  const isTheirs = state.status === 'checking' || state.user.org_id === branding.organization
  return isTheirs ? branding : noBranding
}

function useSystemMode(): ThemeMode {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(darkSystem)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => (matchMedia(darkSystem).matches ? 'dark' : 'light'),
  )
}
