import Autocomplete from '@mui/material/Autocomplete'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { Panel } from '../../ui/frame/panel.tsx'
import { useMinute } from '../../ui/text/relative-time.tsx'
import { FixedValue } from './fixed-value.tsx'
import { SettingsConflict, type SettingsForm } from './settings-conflict.tsx'
import { timeIn, timeZones } from './time-zones.ts'
import { words } from './words.ts'

export interface SectionProps {
  form: SettingsForm
  disabled: boolean
}

export function GeneralSection({ form, disabled, name }: SectionProps & { name: string }) {
  const { draft, errors, change } = form
  return (
    <Panel title={words.general}>
      <Stack sx={{ gap: 5 }}>
        <div>
          <TextField
            label={words.displayName}
            value={draft.display_name}
            onChange={(event) => change({ display_name: event.target.value })}
            error={errors.display_name !== undefined}
            helperText={errors.display_name ?? words.displayNameHint}
            disabled={disabled}
            fullWidth
            autoComplete="off"
            slotProps={{ htmlInput: { dir: 'auto' } }}
          />
          <SettingsConflict form={form} field="display_name" />
        </div>
        <FixedValue label={words.name} hint={words.nameHint}>
          <bdi>{name}</bdi>
        </FixedValue>
        <div>
          <TimeZoneField
            value={draft.time_zone}
            error={errors.time_zone}
            disabled={disabled}
            onChange={(time_zone) => change({ time_zone })}
          />
          <SettingsConflict form={form} field="time_zone" />
        </div>
      </Stack>
    </Panel>
  )
}

interface TimeZoneFieldProps {
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (timeZone: string) => void
}

function TimeZoneField({ value, error, disabled, onChange }: TimeZoneFieldProps) {
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
