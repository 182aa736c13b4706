import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { FilterChange, ListFilter, Ordering } from './list-filter.ts'
import { ProjectFilter } from './project-filter.tsx'
import { StatusFilter } from './status-filter.tsx'
import { words } from './words.ts'

interface FileToolbarProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
  /** The table sorts by its headers; cards have none. */
  withSort: boolean
}

export function FileToolbar({ filter, onChange, withSort }: FileToolbarProps) {
  const mayReadProjects = usePermission('read:projects')
  const { filters, list } = words
  return (
    <ListToolbar>
      <SearchField label={list.search} search={filter.search} onSearch={(search) => onChange({ search })} />
      <StatusFilter statuses={filter.statuses} onChange={(statuses) => onChange({ statuses })} />
      {mayReadProjects && (
        <ProjectFilter project={filter.project} onChange={(project) => onChange({ project })} />
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={filter.mine}
        onChange={(_, mine: boolean | null) => mine !== null && onChange({ mine })}
        aria-label={filters.whose}
      >
        <ToggleButton value={false}>{filters.all}</ToggleButton>
        <ToggleButton value={true}>{filters.mine}</ToggleButton>
      </ToggleButtonGroup>
      {withSort && (
        <TextField
          select
          size="small"
          label={list.sort}
          value={filter.ordering}
          onChange={(event) => onChange({ ordering: event.target.value as Ordering })}
          sx={{ minWidth: 150, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
        >
          {Object.entries(list.sorts).map(([ordering, label]) => (
            <MenuItem key={ordering} value={ordering}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
    </ListToolbar>
  )
}
