import Box from '@mui/material/Box'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { createAppTheme } from '../../../ui/theme.ts'
import { PrintStyles } from './print-styles.tsx'
import { usePrinting } from './use-printing.ts'

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
