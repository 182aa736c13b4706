import { type FileStatus, fileStatuses } from '@cresyl/contract/files'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Check } from '../../ui/icons.ts'
import { words } from './words.ts'

interface StatusFilterProps {
  statuses: readonly FileStatus[]
  onChange: (statuses: readonly FileStatus[]) => void
}

/** Any number of states; none chosen shows all. */
export function StatusFilter({ statuses, onChange }: StatusFilterProps) {
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
