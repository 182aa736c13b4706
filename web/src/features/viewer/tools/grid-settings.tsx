import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import { SlidersHorizontal } from '../../../ui/frame/icons.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import { BarPopover } from '../bar/bar-popover.tsx'
import { useToolsState } from './use-tools.ts'
import { words } from './words.ts'

const own = words.gridSettings
const spacings = [10, 20, 50, 100, 200, 500, 1000, 2000] as const

export function GridSettings({ tools }: { tools: Tools }) {
  return (
    <BarPopover label={own.open} icon={SlidersHorizontal} size={24} title={own.title} width={240} beside>
      <GridForm tools={tools} />
    </BarPopover>
  )
}

function GridForm({ tools }: { tools: Tools }) {
  const grid = useToolsState(tools, (state) => state.grid)
  const { unit } = tools.view.image.space
  const isCommon = grid.spacing === null || spacings.some((known) => known === grid.spacing)
  const [isOwn, setIsOwn] = useState(!isCommon)
  const [typed, setTyped] = useState(() => String(grid.spacing ?? tools.gridSpacing()))
  const value = parseNumber(typed)
  const isValid = value !== null && value > 0

  function choose(chosen: string) {
    setIsOwn(chosen === 'own')
    if (chosen === 'own') return type(typed)
    tools.setGrid({ shown: true, spacing: chosen === 'automatic' ? null : Number(chosen) })
  }

  function type(text: string) {
    setTyped(text)
    const next = parseNumber(text)
    if (next !== null && next > 0) tools.setGrid({ shown: true, spacing: next })
  }

  return (
    <Stack sx={{ gap: 3 }}>
      <FormControlLabel
        control={
          <Switch checked={grid.shown} onChange={(_, shown) => tools.setGrid({ shown })} size="small" />
        }
        label={own.shown}
        sx={{ ml: 0, gap: 2 }}
      />
      <TextField
        select
        size="small"
        label={own.spacing(unit)}
        value={isOwn ? 'own' : grid.spacing === null ? 'automatic' : String(grid.spacing)}
        onChange={(event) => choose(event.target.value)}
      >
        <MenuItem value="automatic">{own.automatic}</MenuItem>
        {spacings.map((spacing) => (
          <MenuItem key={spacing} value={String(spacing)}>
            {formatNumber(spacing)} {unit}
          </MenuItem>
        ))}
        <MenuItem value="own">{own.own}</MenuItem>
      </TextField>
      {isOwn && (
        <TextField
          size="small"
          label={own.own}
          value={typed}
          onChange={(event) => type(event.target.value)}
          error={!isValid}
          helperText={isValid ? undefined : own.invalid}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      )}
    </Stack>
  )
}
