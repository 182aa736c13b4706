import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { formatFigures } from '../../../engine/viewer/amounts.ts'
import { circleArea } from '../../../engine/viewer/tools/arithmetic.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import { fieldDiameters } from '../../../engine/viewer/tools/tools-state.ts'
import { Diameter } from '../../../ui/frame/icons.ts'
import { useLocale } from '../../../ui/text/locale.ts'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import { BarPopover } from '../bar/bar-popover.tsx'
import { useToolsState } from './use-tools.ts'
import { words } from './words.ts'

const own = words.fieldSettings
/** In mm: from a few cells to a whole section. */
const limits = { least: 0.01, most: 10 } as const

export function FieldSettings({ tools }: { tools: Tools }) {
  return (
    <BarPopover label={own.open} icon={Diameter} size={24} title={own.title} width={280} beside>
      <FieldForm tools={tools} />
    </BarPopover>
  )
}

function FieldForm({ tools }: { tools: Tools }) {
  const locale = useLocale()
  const diameter = useToolsState(tools, (state) => state.fieldDiameter)
  const isCommon = fieldDiameters.some((known) => known === diameter)
  const [isOwn, setIsOwn] = useState(!isCommon)
  const [typed, setTyped] = useState(String(diameter / 1000))
  const value = parseNumber(typed)
  const isValid = value !== null && value >= limits.least && value <= limits.most

  function choose(chosen: string) {
    setIsOwn(chosen === 'own')
    if (chosen !== 'own') tools.setFieldDiameter(Number(chosen))
  }

  function type(text: string) {
    setTyped(text)
    const next = parseNumber(text)
    if (next !== null && next >= limits.least && next <= limits.most) tools.setFieldDiameter(next * 1000)
  }

  return (
    <>
      <RadioGroup
        aria-label={own.title}
        value={isOwn ? 'own' : String(diameter)}
        onChange={(_, chosen) => choose(chosen)}
      >
        {fieldDiameters.map((known) => (
          <FormControlLabel
            key={known}
            value={String(known)}
            control={<Radio size="small" />}
            label={own.choice(formatFigures(circleArea(known), locale), formatFigures(known / 1000, locale))}
          />
        ))}
        <FormControlLabel value="own" control={<Radio size="small" />} label={own.own} />
      </RadioGroup>
      {isOwn && (
        <TextField
          size="small"
          fullWidth
          label={own.ownLabel}
          value={typed}
          onChange={(event) => type(event.target.value)}
          error={!isValid}
          helperText={
            isValid
              ? `${formatFigures(circleArea(value * 1000), locale)} mm²`
              : own.invalid(formatFigures(limits.least, locale), formatFigures(limits.most, locale))
          }
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          sx={{ mt: 2 }}
        />
      )}
      <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 2 }}>
        {own.hint}
      </Typography>
    </>
  )
}
