import Button from '@mui/material/Button'
import { usePermission } from '../../lib/session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Archive, FolderPlus, Trash2 } from '../../ui/icons.ts'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { CreateProjectButton } from './create-project-button.tsx'
import type { FilterChange, ListFilter } from './list-filter.ts'
import { words } from './words.ts'

interface ProjectListEmptyProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
}

export function ProjectListEmpty({ filter, onChange }: ProjectListEmptyProps) {
  const mayCreate = usePermission('create:projects')
  const { active, nothingFound } = words.empty
  if (filter.search !== '') {
    return <NothingFound onClear={() => onChange({ search: '' })}>{nothingFound(filter.search)}</NothingFound>
  }
  if (filter.state === 'active') {
    return (
      <EmptyState icon={FolderPlus} title={active.title} action={<CreateProjectButton />}>
        {mayCreate ? active.text : active.guestText}
      </EmptyState>
    )
  }
  const { title, text } = words.empty[filter.state]
  return (
    <EmptyState
      icon={filter.state === 'archived' ? Archive : Trash2}
      title={title}
      action={
        <Button variant="outlined" onClick={() => onChange({ state: 'active' })}>
          {words.empty.showActive}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
