import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { type ReactNode, useMemo } from 'react'
import { ChartView } from '../chart/chart-view.tsx'
import { placeOf } from '../chart/hit-place.ts'
import { drawnData, heightOf, optionOf } from '../chart/option-of.ts'
import { useLook } from '../chart/use-look.ts'
import type { ChartId, Shape } from '../model/charts.ts'
import type { Place } from '../model/report.ts'
import { summarise } from '../model/summarise.ts'
import type { ChartContent } from '../model/view-of.ts'
import { words } from '../words.ts'

interface ChartPictureProps {
  id: ChartId
  shape: Shape
  content: ChartContent
  beforeName: string
  onPlace: (place: Place) => void
  /** In its place where it can't be drawn. */
  table: ReactNode
}

/** A chart as a picture, with what it says in words. */
export function ChartPicture({ id, shape, content, beforeName, onPlace, table }: ChartPictureProps) {
  const look = useLook()
  const { before } = content
  const data = useMemo(() => drawnData(shape, content.data), [shape, content.data])
  const summary = summarise(shape, content.data, before, look.locale)
  const label = `${words.charts[id].title}. ${summary}`
  const option = useMemo(
    () => optionOf(shape, { data, before, summary: label, beforeName, nowName: words.compare.now }, look),
    [shape, data, before, label, beforeName, look],
  )
  const hidden = content.data.series.length - data.series.length
  return (
    <>
      <ChartView
        label={label}
        option={option}
        height={heightOf(shape, data, before !== null)}
        onHit={(hit) => {
          const place = placeOf(id, shape, data, hit)
          if (place) onPlace(place)
        }}
        fallback={
          <>
            <Alert severity="warning" variant="outlined" sx={{ mb: 3 }}>
              {words.notDrawn}
            </Alert>
            {table}
          </>
        }
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {summary}
        {hidden > 0 && ` ${words.chart.more(hidden)}.`}
      </Typography>
    </>
  )
}
