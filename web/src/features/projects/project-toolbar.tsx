import { projectStates } from '@cresyl/contract/projects'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { usePermission } from '../../lib/session/session-context.tsx'
import type { ListFilter, Ordering, ProjectState } from './list-filter.ts'
import { ProjectSearch } from './project-search.tsx'
import { words } from './words.ts'

interface ProjectToolbarProps {
  filter: ListFilter
  onChange: (change: Partial<ListFilter>) => void
  /** The table sorts by its headers; cards have none. */
  withSort: boolean
}

export function ProjectToolbar({ filter, onChange, withSort }: ProjectToolbarProps) {
  const mayDelete = usePermission('delete:projects')
  const states = projectStates.filter((state) => state !== 'deleted' || mayDelete)
  return (
    <Stack direction="row" role="search" sx={{ gap: 3, mb: 4, flexWrap: 'wrap', alignItems: 'center' }}>
      <ProjectSearch search={filter.search} onSearch={(search) => onChange({ search })} />
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
    </Stack>
  )
}
