import type { Interval } from '@cresyl/contract/reports/analytics'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { SlidersHorizontal } from '../../../ui/frame/icons.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { countFilters } from '../model/filters.ts'
import { intervalOf, type Report, withPeriod } from '../model/report.ts'
import type { Day } from '../period/days.ts'
import { possibleIntervals } from '../period/interval.ts'
import { spanOf } from '../period/period.ts'
import { PeriodPicker } from '../period/period-picker.tsx'
import { words } from '../words.ts'

interface ReportToolbarProps {
  report: Report
  today: Day
  onChange: (changed: (report: Report) => Report) => void
  /** What can be done with the whole report. */
  actions: ReactNode
}

/** What the report is about. */
export function ReportToolbar({ report, today, onChange, actions }: ReportToolbarProps) {
  const count = countFilters(report.filters)
  const [isOpen, setOpen] = useState(count > 0)
  const rowId = useId()
  return (
    <Stack data-screen-only sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <PeriodPicker
          period={report.period}
          today={today}
          onChange={(period) => onChange((now) => withPeriod(now, period, today))}
        />
        <IntervalSelect report={report} today={today} onChange={onChange} />
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={report.compare}
              onChange={(_, compare) => onChange((now) => ({ ...now, compare }))}
            />
          }
          label={words.compare.label}
          sx={{ mx: 0, gap: 2 }}
        />
        <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
          <Button
            variant="outlined"
            color="secondary"
            aria-expanded={isOpen}
            aria-controls={rowId}
            startIcon={<SlidersHorizontal size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {words.filters.show(count)}
          </Button>
          {actions}
        </Stack>
      </Stack>
      <div id={rowId} hidden={!isOpen}>
        {isOpen && (
          <FilterRow
            filters={report.filters}
            onChange={(changed) => onChange((now) => ({ ...now, filters: changed(now.filters), list: null }))}
          />
        )}
      </div>
    </Stack>
  )
}

function IntervalSelect({ report, today, onChange }: Omit<ReportToolbarProps, 'actions'>) {
  return (
    <TextField
      select
      size="small"
      label={words.period.interval}
      value={intervalOf(report, today)}
      onChange={(event) => {
        const interval = event.target.value as Interval
        onChange((now) => ({ ...now, interval, list: null }))
      }}
      sx={{ minWidth: 126 }}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {possibleIntervals(spanOf(report.period, today)).map((interval) => (
        <MenuItem key={interval} value={interval}>
          {words.intervals[interval]}
        </MenuItem>
      ))}
    </TextField>
  )
}
