import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { RefreshCw, TriangleAlert } from '../frame/icons.ts'
import { HelpButton } from '../help/help-button.tsx'
import { help } from '../help/help-store.ts'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  title: string
  /** What happened and what to do, as a sentence. */
  message: string
  onRetry?: () => void
  /** A way out beside the retry. */
  children?: ReactNode
}

export function ErrorState({ title, message, onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        tone="problem"
        title={title}
        action={
          <>
            {onRetry && (
              <Button variant="contained" onClick={onRetry} startIcon={<RefreshCw size={16} aria-hidden />}>
                Try again
              </Button>
            )}
            {children}
            <HelpButton about={aboutOf(title, message)} />
          </>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}

function aboutOf(title: string, message: string) {
  const request = help.requestOf(message)
  return { subject: title, content: `${message}\n\n`, ...(request !== undefined && { request }) }
}
