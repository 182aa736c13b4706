import type { ManifestParam } from '@cresyl/contract/predictors/predictor-manifest'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { ParamDraft } from '../../engine/runs/param-draft.ts'
import { rangeText, settingText } from './predictor-facts.ts'
import { words } from './words.ts'

interface ParamFieldsProps {
  params: readonly ManifestParam[]
  draft: ParamDraft
  /** What is wrong, by key. */
  faults: Readonly<Record<string, string>>
  onChange: (draft: ParamDraft) => void
}

/** The form that a predictor's manifest asks for. */
export function ParamFields({ params, draft, faults, onChange }: ParamFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {params.map((param) => (
        <ParamField
          key={param.key}
          param={param}
          value={draft[param.key]}
          fault={faults[param.key]}
          onChange={(value) => onChange({ ...draft, [param.key]: value })}
        />
      ))}
    </Box>
  )
}

interface ParamFieldProps {
  param: ManifestParam
  value: string | boolean | undefined
  fault: string | undefined
  onChange: (value: string | boolean) => void
}

function ParamField({ param, value, fault, onChange }: ParamFieldProps) {
  const helpId = useId()
  if (param.kind === 'switch') {
    return (
      <Box>
        <FormControlLabel
          label={param.label}
          control={
            <Switch
              checked={value === true}
              onChange={(_, isOn) => onChange(isOn)}
              slotProps={{ input: { 'aria-describedby': helpId } }}
            />
          }
        />
        <FormHelperText id={helpId} sx={{ m: 0 }}>
          {param.help}
        </FormHelperText>
      </Box>
    )
  }
  const isChoice = param.kind === 'choice'
  return (
    <TextField
      fullWidth
      size="small"
      select={isChoice}
      label={param.label}
      value={value ?? ''}
      error={fault !== undefined}
      helperText={fault ?? helpOf(param)}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        ...(!isChoice && {
          htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 24 },
          input: { endAdornment: param.unit && <InputAdornment position="end">{param.unit}</InputAdornment> },
        }),
      }}
    >
      {isChoice &&
        param.options.map(({ key, label }) => (
          <MenuItem key={key} value={key}>
            {label}
          </MenuItem>
        ))}
    </TextField>
  )
}

function helpOf(param: Exclude<ManifestParam, { kind: 'switch' }>): string {
  if (param.kind === 'choice') return param.help
  const standard = words.param.default(settingText(param, param.default))
  return [param.help, `${rangeText(param)}.`, `${standard}.`].filter((part) => part !== '').join(' ')
}
