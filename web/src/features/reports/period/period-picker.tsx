import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useId, useState } from 'react'
import { ArrowLeft, ArrowRight, ChevronDown } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { words } from '../words.ts'
import type { Day } from './days.ts'
import { PartOfYear } from './part-of-year.tsx'
import { neighbourOf, type Period, wholeSpan } from './period.ts'
import { periodName } from './period-words.ts'
import { RangeForm } from './range-form.tsx'

const own = words.period
const kinds = ['quarter', 'month', 'years', 'range'] as const
const offeredYears = [1, 2, 3, 5, 10] as const

interface PeriodPickerProps {
  period: Period
  today: Day
  onChange: (period: Period) => void
}

/** The period, those beside it, and all others. */
export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const choose = (chosen: Period) => {
    setAnchor(null)
    onChange(chosen)
  }
  return (
    <>
      <Stack direction="row" role="group" aria-label={own.label} sx={{ gap: 1, alignItems: 'center' }}>
        <Step label={own.earlier} to={neighbourOf(period, -1, today)} onStep={onChange}>
          <ArrowLeft size={18} aria-hidden />
        </Step>
        <Button
          variant="outlined"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          {...(anchor && { 'aria-controls': id })}
          endIcon={<ChevronDown size={16} aria-hidden />}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ minWidth: 132, flex: 1 }}
        >
          <VisuallyHidden>{own.label}: </VisuallyHidden>
          {periodName(period)}
        </Button>
        <Step label={own.later} to={neighbourOf(period, 1, today)} onStep={onChange}>
          <ArrowRight size={18} aria-hidden />
        </Step>
      </Stack>
      <Popover
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': own.label, sx: { p: 4, mt: 1, width: 340 } } }}
      >
        <Choices period={period} today={today} onChoose={choose} />
      </Popover>
    </>
  )
}

interface StepProps {
  label: string
  to: Period | null
  onStep: (period: Period) => void
  children: ReactNode
}

function Step({ label, to, onStep, children }: StepProps) {
  return (
    <Tooltip title={to ? `${label}: ${periodName(to)}` : ''} describeChild={false}>
      <span>
        <IconButton aria-label={label} disabled={to === null} onClick={() => to && onStep(to)}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}

interface ChoicesProps {
  period: Period
  today: Day
  onChoose: (period: Period) => void
}

function Choices({ period, today, onChoose }: ChoicesProps) {
  const [kind, setKind] = useState<Period['kind']>(period.kind)
  const span = wholeSpan(period, today)
  return (
    <Stack sx={{ gap: 4 }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label={own.label}
        value={kind}
        onChange={(_, chosen: Period['kind'] | null) => chosen && setKind(chosen)}
      >
        {kinds.map((each) => (
          <ToggleButton key={each} value={each} sx={{ px: 1, whiteSpace: 'nowrap' }}>
            {own[each]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {(kind === 'quarter' || kind === 'month') && (
        <PartOfYear kind={kind} period={period} first={span.first} today={today} onChoose={onChoose} />
      )}
      {kind === 'years' && (
        <ButtonGroup orientation="vertical" variant="text" aria-label={own.years} fullWidth>
          {offeredYears.map((count) => (
            <Button
              key={count}
              aria-pressed={period.kind === 'years' && period.count === count}
              onClick={() => onChoose({ kind: 'years', count })}
              sx={{ justifyContent: 'flex-start', border: 'none !important' }}
            >
              {own.lastYears(count)}
            </Button>
          ))}
        </ButtonGroup>
      )}
      {kind === 'range' && <RangeForm span={span} onChoose={onChoose} />}
    </Stack>
  )
}
