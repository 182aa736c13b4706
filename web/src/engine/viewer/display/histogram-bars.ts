import type { ChannelStats } from '@cresyl/contract/slides/images'
import { type HistogramAxis, positionOf } from './histogram-axis.ts'

/** Left, right and height as shares of the picture. */
export interface Bar {
  readonly left: number
  readonly right: number
  readonly height: number
}

type Histogram = ChannelStats['histogram']

/** One bar for each class that the axis reaches; the highest fills the height. */
export function histogramBars(
  { low, high, counts }: Histogram,
  axis: HistogramAxis,
  logarithmic: boolean,
): Bar[] {
  // All pixels have one value: a class has no width then.
  const width = (high > low ? high - low : axis.step) / counts.length
  const heightOf = (count: number) => (logarithmic ? Math.log1p(count) : count)
  const bars = counts.flatMap((count, at) => {
    const left = positionOf(low + at * width, axis)
    const right = positionOf(low + (at + 1) * width, axis)
    if (right <= 0 || left >= 1) return []
    return [{ left: Math.max(0, left), right: Math.min(1, right), height: heightOf(count) }]
  })
  const highest = bars.reduce((most, { height }) => Math.max(most, height), 0)
  return highest === 0 ? [] : bars.map((bar) => ({ ...bar, height: bar.height / highest }))
}

/** The outline of the bars as one SVG path, in a picture of this size. */
export function barsPath(bars: readonly Bar[], width: number, height: number): string {
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return ''
  const place = (share: number, of: number) => Math.round(share * of * 100) / 100
  const steps = bars.map(
    ({ left, right, height: share }) =>
      `L${place(left, width)} ${place(1 - share, height)}H${place(right, width)}`,
  )
  return `M${place(first.left, width)} ${height}${steps.join('')}L${place(last.right, width)} ${height}Z`
}
