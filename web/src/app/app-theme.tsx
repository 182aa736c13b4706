import type { BrandColours } from '@cresyl/contract/contrast'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useSessionState } from '../lib/session/session-context.tsx'
import { createAppTheme, noBranding, type ThemeMode } from '../ui/theme.ts'
import { useRemembered } from './remembered.tsx'

const darkSystem = '(prefers-color-scheme: dark)'

export function AppTheme({ children }: { children: ReactNode }) {
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
