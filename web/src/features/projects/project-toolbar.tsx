import { projectStates } from '@cresyl/contract/projects'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { FilterChange, ListFilter, Ordering, ProjectState } from './list-filter.ts'
import { words } from './words.ts'

interface ProjectToolbarProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
  /** The table sorts by its headers; cards have none. */
  withSort: boolean
}

export function ProjectToolbar({ filter, onChange, withSort }: ProjectToolbarProps) {
  const mayDelete = usePermission('delete:projects')
  const states = projectStates.filter((state) => state !== 'deleted' || mayDelete)
  return (
    <ListToolbar>
      <SearchField
        label={words.list.search}
        search={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={filter.state}
        onChange={(_, state: ProjectState | null) => state && onChange({ state })}
        aria-label={words.list.state}
      >
        {states.map((state) => (
          <ToggleButton key={state} value={state}>
            {words.list.states[state]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {withSort && (
        <TextField
          select
          size="small"
          label={words.list.sort}
          value={filter.ordering}
          onChange={(event) => onChange({ ordering: event.target.value as Ordering })}
          sx={{ minWidth: 170, flex: { xs: '1 1 100%', sm: '0 0 auto' } }}
        >
          {Object.entries(words.list.sorts).map(([ordering, label]) => (
            <MenuItem key={ordering} value={ordering}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
    </ListToolbar>
  )
}
