import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createAppTheme } from '../../../ui/frame/theme.ts'

/** What can be printed: in the dark theme as well it comes out dark on white. */
export function OnPaper({ children }: { children: ReactNode }) {
  const isPrinting = usePrinting()
  const light = useMemo(() => createAppTheme('light'), [])
  return (
    <>
      <PrintStyles />
      <ThemeProvider theme={(own) => (isPrinting ? light : own)}>
        <Box sx={{ color: 'text.primary' }}>{children}</Box>
      </ThemeProvider>
    </>
  )
}

/** Whether the page is being printed. It is drawn anew before the browser takes it: it doesn't wait. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** On paper there is the report and nothing else of the app: white, as wide as the sheet, no chart cut in two. */
function PrintStyles() {
  return <GlobalStyles styles={styles} />
}

const styles = {
  '@page': { margin: '14mm' },
  '@media print': {
    'html, body': { background: '#FFFFFF !important', colorScheme: 'light !important' },
    // The frame of the app, its tabs, and all that is there to be clicked on.
    '#root nav, #root header, .MuiTabs-root, a[href="#content"], [data-screen-only], .MuiDrawer-root, .MuiSnackbar-root':
      { display: 'none !important' },
    // A title stays with what it is of.
    'main section > :not(:last-child)': { breakAfter: 'avoid' },
    'main, main > *': { padding: '0 !important', margin: '0 !important', maxWidth: 'none !important' },
    '[data-print-only]': { display: 'block !important' },
  },
} as const
