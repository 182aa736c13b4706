import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { RefreshCw, TriangleAlert } from './icons.ts'

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
          </>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
