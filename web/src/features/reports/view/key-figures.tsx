import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { ArrowDown, ArrowRight, ArrowUp } from '../../../ui/frame/icons.ts'
import { type Change, changeOf } from '../model/change-of.ts'
import { formatValue } from '../model/format.ts'
import { type FigureId, figureIds, figureOf } from '../model/key-figures.ts'
import type { Replies } from '../queries.ts'
import { words } from '../words.ts'
import { chartElementId } from './chart-element-id.ts'

interface KeyFiguresProps {
  now: Replies
  before: Replies
  /** The days of both periods. */
  span: string
  beforeSpan: string
}

/** The figures on top, each with what has changed since the period before. */
export function KeyFigures({ now, before, span, beforeSpan }: KeyFiguresProps) {
  return (
    <section aria-label={words.figure.label}>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fit, minmax(150px, 1fr))' },
          // The last one of an odd number would leave a hole.
          '& > :last-child:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
          '@media print': { gridTemplateColumns: 'repeat(4, 1fr)' },
        }}
      >
        {figureIds.map((id) => (
          <KeyFigure key={id} id={id} now={now} before={before} />
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {words.figure.against(span, beforeSpan)}
      </Typography>
    </section>
  )
}

/** "50 min 57 s" stays on one line where seven are beside each other. */
const onOneLine = 'clamp(17px, 12.5cqi, 24px)'

function KeyFigure({ id, now, before }: { id: FigureId; now: Replies; before: Replies }) {
  const { source, unit, chart, read, moreIsBetter } = figureOf(id)
  const reply = now.get(source)
  const earlier = before.get(source)?.data
  const value = reply?.data && read(reply.data)
  const change = value !== undefined && earlier ? changeOf(unit, value, read(earlier), moreIsBetter) : null
  return (
    <Box component="li" sx={{ minWidth: 0, containerType: 'inline-size' }}>
      <ButtonBase
        onClick={() => goTo(chartElementId(chart))}
        sx={{
          width: '100%',
          height: '100%',
          display: 'block',
          textAlign: 'left',
          px: 4,
          py: 3,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          opacity: reply?.isOld ? 0.6 : 1,
          '&:hover': { borderColor: 'tokens.outline', bgcolor: 'tokens.accent' },
        }}
      >
        <Typography variant="body2" color="textSecondary" noWrap>
          {words.figures[id]}
        </Typography>
        <Box sx={{ typography: 'h1', fontSize: onOneLine, whiteSpace: 'nowrap' }}>
          {value === undefined ? (
            reply?.error ? (
              words.figure.unknown
            ) : (
              <Skeleton width="60%" />
            )
          ) : (
            formatValue(unit, value)
          )}
        </Box>
        <Box sx={{ minHeight: 18 }}>{change && <ChangeLine change={change} />}</Box>
      </ButtonBase>
    </Box>
  )
}

const icons = { up: ArrowUp, down: ArrowDown, level: ArrowRight } as const
const tones = { good: 'tokens.pass', bad: 'tokens.fail', plain: 'text.secondary' } as const

function ChangeLine({ change: { direction, tone, text } }: { change: Change }) {
  const Icon = icons[direction]
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, typography: 'body2', color: tones[tone] }}
    >
      <Icon size={14} aria-hidden />
      {text}
    </Box>
  )
}

/** Moves to the chart, and with it whoever reads by keyboard. */
function goTo(elementId: string): void {
  const element = document.getElementById(elementId)
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}
