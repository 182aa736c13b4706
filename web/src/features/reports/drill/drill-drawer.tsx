import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { SideDrawer } from '../../../ui/frame/side-drawer.tsx'
import type { ChartData, ChartSeries } from '../model/chart-data.ts'
import type { Filters, SlideGroup } from '../model/filters.ts'
import { fullLabel } from '../model/format.ts'
import type { Place } from '../model/report.ts'
import { addDays } from '../period/days.ts'
import { spanName } from '../period/period-words.ts'
import { dayIn } from '../period/zone.ts'
import { words } from '../words.ts'
import { type ListQuestion, listOf } from './list-of.ts'
import { ListedRows } from './listed-rows.tsx'

interface DrillDrawerProps {
  place: Place
  /** Of the chart; undefined until it is known. */
  data: ChartData | undefined
  filters: Filters
  slidesBy: SlideGroup
  onClose: () => void
}

/** The slides, files, checks, runs or downloads behind a part of a chart. */
export function DrillDrawer({ place, data, filters, slidesBy, onClose }: DrillDrawerProps) {
  const part = data && partOf(place, data)
  const question = part && listOf({ ...place, from: part.from, to: part.to }, filters, slidesBy)
  const { title } = words.charts[place.chart]
  return (
    <SideDrawer
      title={part ? `${title}: ${part.series.label}` : title}
      closeLabel={words.list.close}
      onClose={onClose}
    >
      {part && question ? (
        <List when={part.when} question={question} count={part.count} />
      ) : (
        <Typography color="textSecondary" sx={{ p: 4 }}>
          {data ? words.list.gone : words.list.loading}
        </Typography>
      )}
    </SideDrawer>
  )
}

function List({ when, question, count }: { when: string; question: ListQuestion; count: number }) {
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Typography sx={{ px: 4, pt: 3 }}>{when}</Typography>
      <ListedRows question={question} expected={count} />
    </Box>
  )
}

interface FoundPart {
  series: ChartSeries
  from: string
  to: string
  when: string
  count: number
}

/** What a place is in the figures as they are now; null where there is no such part. */
function partOf({ series: key, start }: Place, data: ChartData): FoundPart | null {
  const series = data.series.find((each) => each.key === key)
  if (!series) return null
  if (start === null) {
    const { from, to, zone } = data
    const first = dayIn(zone, new Date(from))
    const last = addDays(dayIn(zone, new Date(to)), -1)
    return { series, from, to, when: spanName({ first, last }), count: series.count }
  }
  const at = data.buckets.findIndex((bucket) => bucket.start === start)
  const bucket = data.buckets[at]
  if (!bucket) return null
  const when = fullLabel(bucket, data.interval, data.zone)
  return { series, from: bucket.from, to: bucket.to, when, count: series.counts[at] ?? 0 }
}
