import { textLimits } from '@cresyl/contract/api/limits'
import { type FileStatus, fileStatuses } from '@cresyl/contract/files/files'
import Autocomplete from '@mui/material/Autocomplete'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Check } from '../../ui/frame/icons.ts'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { useSettled } from '../../ui/list/use-settled.ts'
import type { FilterChange, ListFilter, Ordering } from './list-filter.ts'
import { useProjectChoices, useProjectName } from './queries.ts'
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

interface StatusFilterProps {
  statuses: readonly FileStatus[]
  onChange: (statuses: readonly FileStatus[]) => void
}

/** Any number of states; none chosen shows all. */
function StatusFilter({ statuses, onChange }: StatusFilterProps) {
  const [chosen, setChosen] = useState(statuses)
  const [known, setKnown] = useState(statuses)
  // The address follows a moment later than the next click may come; changed from elsewhere, it is followed.
  if (statuses.join() !== known.join()) {
    setKnown(statuses)
    setChosen(statuses)
  }

  function choose(value: unknown) {
    const next = fileStatuses.filter((status) => Array.isArray(value) && value.includes(status))
    setChosen(next)
    onChange(next)
  }

  return (
    <TextField
      select
      size="small"
      label={words.filters.status}
      value={[...chosen]}
      onChange={(event) => choose(event.target.value)}
      sx={{ width: { xs: 'auto', sm: 200 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      slotProps={{
        inputLabel: { shrink: true },
        select: { multiple: true, displayEmpty: true, renderValue: () => summaryOf(chosen) },
      }}
    >
      {fileStatuses.map((status) => (
        <MenuItem key={status} value={status} dense>
          <ListItemIcon>{chosen.includes(status) && <Check size={16} aria-hidden />}</ListItemIcon>
          <ListItemText primary={words.statuses[status]} />
        </MenuItem>
      ))}
    </TextField>
  )
}

function summaryOf(statuses: readonly FileStatus[]): string {
  const [first, ...others] = statuses
  if (first === undefined) return words.filters.allStatuses
  return others.length === 0 ? words.statuses[first] : words.filters.statusCount(statuses.length)
}

interface ProjectFilterProps {
  /** '' for all of them. */
  project: string
  onChange: (project: string) => void
}

interface Choice {
  id: string
  name: string
}

/** One of the projects, found by name. */
function ProjectFilter({ project, onChange }: ProjectFilterProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { data, isPending } = useProjectChoices(useSettled(typed.trim()), open)
  const name = useProjectName(project)
  return (
    <Autocomplete<Choice>
      size="small"
      options={data?.results ?? []}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={project === '' ? null : { id: project, name: name ?? '' }}
      onChange={(_, chosen) => onChange(chosen?.id ?? '')}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      // The server has searched.
      filterOptions={(found) => found}
      getOptionLabel={(option) => option.name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={isPending}
      loadingText={words.filters.searching}
      noOptionsText={words.filters.noProject}
      sx={{ width: { xs: 'auto', sm: 200 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.filters.project}
          placeholder={words.filters.anyProject}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: textLimits.name, dir: 'auto' },
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
    />
  )
}
