import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { createAppTheme } from '../ui/frame/theme.ts'
import { ErrorState } from '../ui/state/error-state.tsx'
import { sentenceOf } from './query-client.ts'
import { words } from './words.ts'

/** Nothing of the app is there yet: only what happened and a way to try again. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <ThemeProvider theme={createAppTheme('light')}>
      <CssBaseline />
      <main>
        <ErrorState title={words.startFailed} message={sentenceOf(error)} onRetry={() => location.reload()} />
      </main>
    </ThemeProvider>
  )
}
