import { type ReactNode, useMemo } from 'react'
import type { ChartData } from '../model/chart-data.ts'
import { ChartView } from './chart-view.tsx'
import { timeOption } from './time-option.ts'
import { useLook } from './use-look.ts'

interface GrowthPictureProps {
  /** What it shows, for who can't see it. */
  label: string
  /** What its one line is called. */
  name: string
  months: readonly { month: string; bytes: number }[]
  /** In its place where it can't be drawn. */
  table: ReactNode
}

/** Bytes by month. As columns: one month alone would be no area. */
export function GrowthPicture({ label, name, months, table }: GrowthPictureProps) {
  const look = useLook()
  const option = useMemo(() => {
    const drawn = { data: dataOf(name, months), before: null, summary: label, beforeName: '' }
    return timeOption('column', drawn, look)
  }, [name, months, label, look])
  return <ChartView label={label} option={option} height={240} onHit={() => {}} fallback={table} />
}

function dataOf(name: string, months: GrowthPictureProps['months']): ChartData {
  const starts = months.map(({ month }) => `${month}-01T00:00:00Z`)
  const values = months.map(({ bytes }) => bytes)
  const last = starts.at(-1) ?? ''
  return {
    unit: 'bytes',
    interval: 'month',
    zone: 'UTC',
    from: starts[0] ?? '',
    to: last,
    buckets: starts.map((start, at) => ({ start, from: start, to: starts[at + 1] ?? last })),
    series: [
      {
        key: 'total',
        label: name,
        values,
        counts: values.map(() => 1),
        total: values.at(-1) ?? 0,
        count: values.length,
      },
    ],
  }
}
