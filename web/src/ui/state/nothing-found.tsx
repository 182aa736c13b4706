import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { SearchX } from '../frame/icons.ts'
import { EmptyState } from './empty-state.tsx'

interface NothingFoundProps {
  title?: string
  /** The way back to all there is. */
  action?: string
  onClear: () => void
  /** What was looked for, and what else to try. */
  children: ReactNode
}

/** In place of a list of which a search or a filter left nothing. */
export function NothingFound(props: NothingFoundProps) {
  const { title = 'Nothing found', action = 'Clear the search', onClear, children } = props
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      action={
        <Button variant="outlined" onClick={onClear}>
          {action}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
