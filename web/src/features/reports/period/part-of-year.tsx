import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ArrowLeft, ArrowRight } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'
import { type Day, yearOf } from './days.ts'
import { knownYears, type Period, quarters, wholeSpan, writePeriod } from './period.ts'
import { monthName, periodName } from './period-words.ts'

interface PartOfYearProps {
  kind: 'quarter' | 'month'
  period: Period
  /** Of what is shown now: the year to begin with. */
  first: Day
  today: Day
  onChoose: (period: Period) => void
}

/** The quarters or the months of a year; those to come can't be chosen. */
export function PartOfYear({ kind, period, first, today, onChoose }: PartOfYearProps) {
  const [year, setYear] = useState(Math.min(yearOf(first), yearOf(today)))
  const months = Array.from({ length: 12 }, (_, at) => at + 1)
  const parts: Period[] =
    kind === 'quarter'
      ? quarters.map((quarter) => ({ kind, year, quarter }))
      : months.map((month) => ({ kind, year, month }))
  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <IconButton
          aria-label={`${words.period.year} ${year - 1}`}
          disabled={year <= knownYears.first}
          onClick={() => setYear(year - 1)}
        >
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
        <Typography variant="h3" component="p" aria-live="polite">
          {year}
        </Typography>
        <IconButton
          aria-label={`${words.period.year} ${year + 1}`}
          disabled={year >= yearOf(today)}
          onClick={() => setYear(year + 1)}
        >
          <ArrowRight size={18} aria-hidden />
        </IconButton>
      </Stack>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(${kind === 'quarter' ? 4 : 3}, 1fr)` }}
      >
        {parts.map((part) => {
          const isChosen = writePeriod(part) === writePeriod(period)
          return (
            <Button
              key={writePeriod(part)}
              variant={isChosen ? 'contained' : 'outlined'}
              aria-pressed={isChosen}
              aria-label={periodName(part)}
              disabled={wholeSpan(part, today).first > today}
              onClick={() => onChoose(part)}
              sx={{ minWidth: 0, px: 1 }}
            >
              {part.kind === 'month' ? monthName(part.year, part.month, 'short') : shortName(part)}
            </Button>
          )
        })}
      </Box>
    </Stack>
  )
}

/** "Q3": the year stands above. */
function shortName(part: Period): string {
  return part.kind === 'quarter' ? `Q${part.quarter}` : periodName(part)
}
