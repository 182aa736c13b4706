import { labelVisibilities, type OrganizationSettings } from '@cresyl/contract/people/organizations'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import InputAdornment from '@mui/material/InputAdornment'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Panel } from '../../ui/frame/panel.tsx'
import { FixedValue } from './fixed-value.tsx'
import type { SectionProps } from './general-section.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { words } from './words.ts'

const { slides } = words

export function SlidesSection({ form, disabled, quota }: SectionProps & { quota: number | null }) {
  const { draft, errors, change } = form
  return (
    <Panel title={slides.title}>
      <Stack sx={{ gap: 5 }}>
        <div>
          <TextField
            label={slides.retention}
            value={draft.retention_days}
            onChange={(event) => change({ retention_days: event.target.value.trim() })}
            error={errors.retention_days !== undefined}
            helperText={errors.retention_days ?? slides.retentionHint}
            disabled={disabled}
            fullWidth
            slotProps={{
              htmlInput: { inputMode: 'numeric', maxLength: 5 },
              input: { endAdornment: <InputAdornment position="end">{slides.days}</InputAdornment> },
            }}
          />
          <SettingsConflict form={form} field="retention_days" />
        </div>
        <LabelVisibility form={form} disabled={disabled} />
        <FixedValue label={slides.quota} hint={slides.quotaHint}>
          {quota === null ? slides.noQuota : slides.quotaOf(quota)}
        </FixedValue>
      </Stack>
    </Panel>
  )
}

function LabelVisibility({ form, disabled }: SectionProps) {
  const { draft, errors, change } = form
  const id = useId()
  return (
    <div>
      <FormControl disabled={disabled} error={errors.label_visibility !== undefined}>
        <FormLabel id={id}>{slides.labels}</FormLabel>
        <RadioGroup
          aria-labelledby={id}
          value={draft.label_visibility}
          onChange={(_, chosen) =>
            change({ label_visibility: chosen as OrganizationSettings['label_visibility'] })
          }
        >
          {labelVisibilities.map((visibility) => (
            <FormControlLabel
              key={visibility}
              value={visibility}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', mt: 1 }}
              label={
                <Box sx={{ pt: 2.5 }}>
                  {slides.visibilities[visibility].label}
                  <Typography variant="body2" color="textSecondary">
                    {slides.visibilities[visibility].text}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
        <FormHelperText sx={{ mx: 0 }}>{errors.label_visibility ?? slides.labelsHint}</FormHelperText>
      </FormControl>
      <SettingsConflict form={form} field="label_visibility" />
    </div>
  )
}
