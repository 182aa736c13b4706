import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { differenceColours } from '../../../engine/viewer/stack/difference.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { floating } from '../bar/floating.ts'
import { LegendStrip } from '../qc-panel/legend-strip.tsx'
import { stackOf, useStack } from '../stack-of.ts'
import { useStackDesk } from './stack-desk.tsx'
import { words } from './words.ts'

/** Over the picture: what the colours of a map of differences mean. */
export function DifferenceLegend({ view }: { view: SlideView }) {
  const { nameOf } = useStackDesk()
  const state = useStack(stackOf(view), 'state', (stack) => stack.state())
  if (state?.mode !== 'difference') return null
  const { shown, second, scale } = state
  return (
    <Box
      role="group"
      aria-label={words.differenceLegend(nameOf(shown), nameOf(second))}
      sx={{ ...floating, width: 264, maxWidth: '100%', px: 2.5, py: 1.5, typography: 'body2' }}
    >
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {words.differenceLegend(nameOf(shown), nameOf(second))}
      </Box>
      <LegendStrip
        range={{ unit: '', low: 0, high: Math.round(scale), scale: 'linear', worse: 'high' }}
        look={{ colours: differenceColours, limit: null, opacity: 1 }}
      />
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
        {words.differenceUnit} ({formatNumber(0)}–{formatNumber(Math.round(scale))})
      </Box>
    </Box>
  )
}
