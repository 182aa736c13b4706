import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { words } from '../words.ts'
import { readDay } from './days.ts'
import { knownYears, type Period, readPeriod, type Span } from './period.ts'

const own = words.period

/** From any day to any other. */
export function RangeForm({ span, onChoose }: { span: Span; onChoose: (period: Period) => void }) {
  const [first, setFirst] = useState(span.first)
  const [last, setLast] = useState(span.last)
  const [isTold, setTold] = useState(false)
  const period = readPeriod(`${first}..${last}`)
  const problem = period
    ? undefined
    : readDay(first) && readDay(last) && first > last
      ? own.reversed
      : own.unknown
  const days = { min: `${knownYears.first}-01-01`, max: `${knownYears.last}-12-31` }
  const field = { type: 'date', size: 'small', fullWidth: true } as const
  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 3 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (period) onChoose(period)
        else setTold(true)
      }}
    >
      <TextField
        {...field}
        label={own.first}
        value={first}
        onChange={(event) => setFirst(event.target.value)}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: days }}
      />
      <TextField
        {...field}
        label={own.last}
        value={last}
        onChange={(event) => setLast(event.target.value)}
        error={isTold && problem !== undefined}
        helperText={isTold ? problem : undefined}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: days }}
      />
      <Button type="submit" variant="contained">
        {own.apply}
      </Button>
    </Stack>
  )
}
