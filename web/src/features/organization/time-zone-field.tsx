import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { useMinute } from '../../ui/relative-time.tsx'
import { timeIn, timeZones } from './time-zones.ts'
import { words } from './words.ts'

interface TimeZoneFieldProps {
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (timeZone: string) => void
}

export function TimeZoneField({ value, error, disabled, onChange }: TimeZoneFieldProps) {
  const now = useMinute()
  // What is stored may be a name this browser doesn't list.
  const options = useMemo(() => [...new Set([...timeZones(), value])], [value])
  const time = timeIn(value, now)
  return (
    <Autocomplete
      options={options}
      value={value}
      onChange={(_, chosen) => onChange(chosen)}
      disableClearable
      disabled={disabled}
      autoHighlight
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.timeZone}
          error={error !== undefined}
          helperText={error ?? (time && words.timeZoneNow(time))}
        />
      )}
    />
  )
}
