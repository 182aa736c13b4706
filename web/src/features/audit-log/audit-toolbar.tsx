import { type AuditEvent, auditEvents } from '@cresyl/contract/api/audit'
import {
  type AuditSubjectKind,
  auditEventKeys,
  auditSubjectKindKeys,
  auditSubjectKinds,
  subjectKindOf,
} from '@cresyl/contract/operations/audit-subjects'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { ChevronDown, ChevronUp } from '../../ui/frame/icons.ts'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { type AuditFilter, auditLog, type FilterChange, periods } from './filter.ts'
import { PersonFilter } from './person-filter.tsx'
import { words } from './words.ts'

const own = words.filter

interface AuditToolbarProps {
  filter: AuditFilter
  onChange: (change: FilterChange) => void
}

export function AuditToolbar({ filter, onChange }: AuditToolbarProps) {
  const narrow = useNarrow('sm')
  const [open, setOpen] = useState(false)
  const chosen = countChosen(filter)
  return (
    <>
      <ListToolbar>
        <SearchField label={own.search} search={filter.search} onSearch={(search) => onChange({ search })} />
        {narrow && (
          <Button
            onClick={() => setOpen(!open)}
            aria-expanded={open}
            endIcon={open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
          >
            {own.more(chosen)}
          </Button>
        )}
        {(!narrow || open) && <Filters filter={filter} onChange={onChange} />}
      </ListToolbar>
      <ChosenChips filter={filter} onChange={onChange} />
    </>
  )
}

const countChosen = (filter: AuditFilter) =>
  auditLog.chosen(filter).filter((field) => !['search', 'from', 'to'].includes(field)).length

function Filters({ filter, onChange }: AuditToolbarProps) {
  const only = [...(filter.refused ? ['refused'] : []), ...(filter.superadmin ? ['superadmin'] : [])]
  return (
    <>
      <FilterSelect
        label={own.period}
        value={filter.period}
        options={periods.map((value) => ({ value, label: own.periods[value] }))}
        onChange={(period) => onChange({ period, from: '', to: '' })}
      />
      {filter.period === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            size="small"
            label={own[end]}
            value={filter[end]}
            onChange={(event) => onChange({ [end]: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
          />
        ))}
      <FilterSelect
        label={own.kind}
        value={filter.kind}
        options={auditSubjectKindKeys.map((value) => ({ value, label: auditSubjectKinds[value] }))}
        onChange={(kind) => onChange({ kind, events: [] })}
      />
      <EventFilter kind={filter.kind} events={filter.events} onChange={(events) => onChange({ events })} />
      <PersonFilter person={filter.person} onChange={(person) => onChange({ person })} />
      <ToggleButtonGroup
        size="small"
        value={only}
        onChange={(_, shown: string[]) =>
          onChange({ refused: shown.includes('refused'), superadmin: shown.includes('superadmin') })
        }
        aria-label={own.only}
      >
        <ToggleButton value="refused">{own.refused}</ToggleButton>
        <ToggleButton value="superadmin">{own.superadmin}</ToggleButton>
      </ToggleButtonGroup>
    </>
  )
}

/** What was chosen by a click on a row has no field of its own. */
function ChosenChips({ filter, onChange }: AuditToolbarProps) {
  const chips: { label: string; change: FilterChange }[] = [
    ...(filter.address ? [{ label: own.address(filter.address), change: { address: '' } }] : []),
    ...(filter.subject ? [{ label: own.subject, change: { subject: '' } }] : []),
  ]
  if (chips.length === 0) return null
  return (
    <Stack direction="row" sx={{ gap: 2, mb: 4, flexWrap: 'wrap' }}>
      {chips.map(({ label, change }) => (
        <Chip
          key={label}
          label={label}
          aria-label={own.remove(label)}
          onClick={() => onChange(change)}
          onDelete={() => onChange(change)}
        />
      ))}
    </Stack>
  )
}

interface EventFilterProps {
  /** Only what can happen to these; '' for all. */
  kind: AuditSubjectKind | ''
  events: readonly AuditEvent[]
  onChange: (events: AuditEvent[]) => void
}

/** Some of the many things that can happen. */
function EventFilter({ kind, events, onChange }: EventFilterProps) {
  const options = auditEventKeys
    .filter((event) => kind === '' || subjectKindOf(event) === kind)
    .toSorted((one, other) => groupOf(one).localeCompare(groupOf(other)))
  return (
    <Autocomplete
      multiple
      size="small"
      limitTags={1}
      options={options}
      value={[...events]}
      onChange={(_, chosen) => onChange(chosen)}
      groupBy={groupOf}
      getOptionLabel={(event) => auditEvents[event]}
      disableCloseOnSelect
      sx={{
        width: { xs: 'auto', sm: 180 },
        flex: { xs: '1 1 100%', sm: '0 1 180px' },
        // What is chosen stays in one line, cut where it is too long, until all of it is looked at.
        '&:not(.Mui-focused) .MuiAutocomplete-inputRoot': { flexWrap: 'nowrap' },
        '&:not(.Mui-focused) .MuiChip-root': { minWidth: 0 },
        '&:not(.Mui-focused) .MuiChip-root ~ .MuiAutocomplete-input': { minWidth: 0, flexGrow: 0 },
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.filter.event}
          placeholder={events.length === 0 ? 'All' : ''}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
    />
  )
}

const groupOf = (event: AuditEvent) => auditSubjectKinds[subjectKindOf(event)]
