import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { createAppTheme, type ThemeMode, tokens } from '../ui/theme.ts'
import { useRemembered } from './remembered.tsx'

const themes = { light: createAppTheme('light'), dark: createAppTheme('dark') }
const darkSystem = '(prefers-color-scheme: dark)'

export function AppTheme({ children }: { children: ReactNode }) {
  const { values } = useRemembered()
  const system = useSystemMode()
  const mode = values.theme === 'system' ? system : values.theme
  useLayoutEffect(() => {
    // Native parts (scroll bars, form controls) follow, and so does the browser's own frame on phones.
    document.documentElement.style.colorScheme = mode
    document.documentElement.style.backgroundColor = tokens[mode].background
  }, [mode])
  return (
    <ThemeProvider theme={themes[mode]}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  )
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
