import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { withChannel } from '../../../engine/viewer/display/change-display.ts'
import type { ChannelDisplay } from '../../../engine/viewer/display/display.ts'
import {
  type HistogramAxis,
  histogramAxis,
  keyStep,
  moveEnd,
} from '../../../engine/viewer/display/histogram-axis.ts'
import { autoKinds, autoWindow } from '../../../engine/viewer/display/initial-display.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { ChannelHistogram } from './channel-histogram.tsx'
import type { HistogramChoice } from './histogram-choice.ts'
import { NumberField } from './number-field.tsx'
import { usePerFrame } from './use-per-frame.ts'
import { words } from './words.ts'

const own = words.channels
const kinds = {
  wide: { label: own.auto, hint: own.autoHint },
  tight: { label: own.tight, hint: own.tightHint },
}

interface ChannelWindowProps {
  view: SlideView
  index: number
  channel: ChannelDisplay
  name: string
  choice: HistogramChoice
}

/** What values are shown black and in full colour, and how bright those between. */
export function ChannelWindow({ view, index, channel, name, choice }: ChannelWindowProps) {
  const { pyramid } = view.image
  const stats = pyramid.channels[index]?.stats ?? null
  const measured = histogramAxis({
    pixelType: pyramid.pixel_type,
    stats,
    window: channel,
    whole: choice.whole,
  })
  // While a handle is dragged the values under it stay where they are, even if the window set them apart before.
  const [held, setHeld] = useState<HistogramAxis | null>(null)
  const axis = held ?? measured
  const change = (part: Partial<ChannelDisplay>) => view.setDisplay(withChannel(view.display(), index, part))
  const changeSoon = usePerFrame(change)
  return (
    <Box sx={{ pt: 1, pb: 2 }}>
      <ChannelHistogram
        name={name}
        channel={channel}
        stats={stats}
        axis={axis}
        logarithmic={choice.logarithmic}
        onHold={(holding) => setHeld(holding ? measured : null)}
        onChange={(part, dragged) => (dragged ? changeSoon : change)(part)}
      />
      <Stack direction="row" sx={{ gap: 2, mt: 3 }}>
        {(['low', 'high'] as const).map((end) => (
          <NumberField
            key={end}
            name={words.histogram[`${end}Of`](name)}
            label={words.histogram[end]}
            value={channel[end]}
            digits={axis.step === 1 ? 0 : digitsFor(axis)}
            step={keyStep(axis, false)}
            onChange={(value) => change(moveEnd(channel, end, value, axis.step))}
          />
        ))}
        <NumberField
          name={words.histogram.gammaOf(name)}
          label={words.histogram.gamma}
          value={channel.gamma}
          digits={2}
          step={0.05}
          width="70%"
          onChange={(gamma) => change({ gamma })}
        />
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
        {autoKinds.map((kind) => (
          <Tooltip key={kind} title={kinds[kind].hint}>
            <Button
              size="small"
              sx={{ minHeight: 28 }}
              onClick={() => {
                const [low, high] = autoWindow(pyramid.pixel_type, stats, kind)
                change({ low, high, gamma: 1 })
              }}
            >
              {kinds[kind].label}
            </Button>
          </Tooltip>
        ))}
      </Stack>
    </Box>
  )
}

/** Enough for a thousandth of the axis. */
function digitsFor({ from, to }: HistogramAxis): number {
  return Math.min(12, Math.max(0, Math.ceil(3 - Math.log10(to - from))))
}
