import { type AuditEvent, auditEvents } from '@cresyl/contract/audit'
import {
  type AuditSubjectKind,
  auditEventKeys,
  auditSubjectKinds,
  subjectKindOf,
} from '@cresyl/contract/audit-subjects'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { words } from './words.ts'

interface EventFilterProps {
  /** Only what can happen to these; '' for all. */
  kind: AuditSubjectKind | ''
  events: readonly AuditEvent[]
  onChange: (events: AuditEvent[]) => void
}

/** Some of the many things that can happen. */
export function EventFilter({ kind, events, onChange }: EventFilterProps) {
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
        ...{ width: { xs: 'auto', sm: 180 }, flex: { xs: '1 1 100%', sm: '0 1 180px' } },
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
