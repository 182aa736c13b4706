import type { ChannelStats } from '@cresyl/contract/slides/images'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo, useRef } from 'react'
import type { ChannelDisplay } from '../../../engine/viewer/display/display.ts'
import {
  gammaOfMidtone,
  type HistogramAxis,
  midtone,
  moveEnd,
  positionOf,
} from '../../../engine/viewer/display/histogram-axis.ts'
import { barsPath, histogramBars } from '../../../engine/viewer/display/histogram-bars.ts'
import { HistogramHandle } from './histogram-handle.tsx'
import { words } from './words.ts'

const own = words.histogram
const height = 64
/** Of the drawing, which is stretched to the width of the panel. */
const drawn = 512

interface ChannelHistogramProps {
  name: string
  channel: ChannelDisplay
  /** Null until they have been counted. */
  stats: ChannelStats | null
  axis: HistogramAxis
  logarithmic: boolean
  onHold: (holding: boolean) => void
  onChange: (part: Partial<ChannelDisplay>, dragged: boolean) => void
}

/** How often each value occurs, with a handle for either end of the window and one for the gamma between them. */
export function ChannelHistogram(props: ChannelHistogramProps) {
  const { name, channel, stats, axis, logarithmic, onHold, onChange } = props
  const { from, to, step } = axis
  const frame = useRef<HTMLDivElement>(null)
  const path = useMemo(
    () =>
      stats ? barsPath(histogramBars(stats.histogram, { from, to, step }, logarithmic), drawn, height) : '',
    [stats, from, to, step, logarithmic],
  )
  const text = (value: number) => (step === 1 ? String(Math.round(value)) : value.toPrecision(4))
  const middle = midtone(channel)
  const shared = { frame, axis, onHold }
  return (
    <Box role="group" aria-label={own.label(name)} sx={{ px: 3 }}>
      <Box
        ref={frame}
        sx={{ position: 'relative', height, bgcolor: '#141118', borderRadius: 0.5, touchAction: 'none' }}
      >
        <svg
          viewBox={`0 0 ${drawn} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
          style={{ display: 'block', borderRadius: 4 }}
          aria-hidden
        >
          <path d={path} fill="#A99FB4" />
          <path
            d={curveOf(channel, axis)}
            fill="none"
            stroke={channel.color}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <HistogramHandle
          {...shared}
          kind="low"
          label={own.lowOf(name)}
          value={channel.low}
          text={text(channel.low)}
          limits={[from, channel.high - step]}
          onMove={(value, dragged) => onChange(moveEnd(channel, 'low', value, step), dragged)}
        />
        <HistogramHandle
          {...shared}
          kind="high"
          label={own.highOf(name)}
          value={channel.high}
          text={text(channel.high)}
          limits={[channel.low + step, to]}
          onMove={(value, dragged) => onChange(moveEnd(channel, 'high', value, step), dragged)}
        />
        <HistogramHandle
          {...shared}
          kind="middle"
          label={own.gammaOf(name)}
          value={middle}
          text={own.gammaText(channel.gamma.toFixed(2), text(middle))}
          limits={[channel.low, channel.high]}
          onMove={(value, dragged) => onChange({ gamma: gammaOfMidtone(channel, value) }, dragged)}
        />
      </Box>
      {stats === null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {words.channels.uncounted}
        </Typography>
      )}
    </Box>
  )
}

/** How bright each value is shown: nothing up to the low end, all from the high end. */
function curveOf(channel: ChannelDisplay, axis: HistogramAxis): string {
  const { low, high, gamma } = channel
  const points = Array.from({ length: 25 }, (_, at) => {
    const share = at / 24
    return { x: positionOf(low + share * (high - low), axis), y: share ** (1 / gamma) }
  })
  const steps = points.map(
    ({ x, y }) => `L${(x * drawn).toFixed(1)} ${((1 - y) * (height - 2) + 1).toFixed(1)}`,
  )
  return `M0 ${height - 1}${steps.join('')}L${drawn} 1`
}
