import Button from '@mui/material/Button'
import { useDocumentTitle } from '../ui/frame/document-title.ts'
import { ErrorState } from '../ui/state/error-state.tsx'
import { sentenceOf } from './query-client.ts'
import { words } from './words.ts'

// What Chromium, Firefox and Safari say when a part of the app can't be fetched, and Vite for its styles.
const chunkFailure =
  /dynamically imported module|Importing a module script failed|Unable to preload|is not a valid JavaScript MIME type/i

/** Whether a part of the app is missing: usual after a new version was installed under an open page. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && chunkFailure.test(error.message)
}

/** What is shown where a page (or everything) failed: what happened, a retry, a way home. */
export function Crash({ error, retry }: { error: unknown; retry: () => void }) {
  useDocumentTitle(words.crash.title)
  const home = (
    <Button href="/" variant="outlined">
      {words.crash.home}
    </Button>
  )
  if (isChunkFailure(error)) {
    return (
      <ErrorState title={words.newVersion.title} message={words.newVersion.message}>
        <Button variant="contained" onClick={() => location.reload()}>
          {words.newVersion.reload}
        </Button>
        {home}
      </ErrorState>
    )
  }
  return (
    <ErrorState
      title={words.crash.title}
      message={`${words.crash.message} (${sentenceOf(error)})`}
      onRetry={retry}
    >
      {home}
    </ErrorState>
  )
}
