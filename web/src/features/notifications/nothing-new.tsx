import Button from '@mui/material/Button'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Bell } from '../../ui/icons.ts'
import type { NotificationFilter } from './filter.ts'
import { words } from './words.ts'

interface NothingNewProps {
  filter: NotificationFilter
  onShowAll: () => void
}

export function NothingNew({ filter, onShowAll }: NothingNewProps) {
  const filtered = filter.unread || filter.kind !== ''
  const { title, text } = words.empty[filter.kind !== '' ? 'kind' : filter.unread ? 'unread' : 'all']
  return (
    <EmptyState
      icon={Bell}
      title={title}
      action={
        filtered && (
          <Button variant="outlined" onClick={onShowAll}>
            {words.empty.showAll}
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
