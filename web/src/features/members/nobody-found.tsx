import Button from '@mui/material/Button'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchX } from '../../ui/icons.ts'
import { words } from './words.ts'

/** An organisation always has a member: an empty list was filtered. */
export function NobodyFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const { title, action, ...texts } = words.nothingFound
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      action={
        <Button variant="outlined" onClick={onShowAll}>
          {action}
        </Button>
      }
    >
      {search === '' ? texts.filter : texts.search(search)}
    </EmptyState>
  )
}
