import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { Panel } from '../../ui/panel.tsx'
import { FixedValue } from './fixed-value.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import type { SettingsEdit } from './use-settings-edit.tsx'
import { words } from './words.ts'

export interface SectionProps {
  edit: SettingsEdit
  disabled: boolean
}

export function GeneralSection({ edit, disabled, name }: SectionProps & { name: string }) {
  const { draft, errors, change, noteOf } = edit
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
          {noteOf('display_name')}
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
          {noteOf('time_zone')}
        </div>
      </Stack>
    </Panel>
  )
}
