import type { TileRange } from '@cresyl/contract/qc/qc-measures'
import Box from '@mui/material/Box'
import { legendOf, placeOnLegend } from '../../../engine/viewer/overlays/legend.ts'
import type { OverlayLook } from '../../../engine/viewer/overlays/overlay.ts'
import { rangeFigure } from './range-figure.ts'
import { words } from './words.ts'

/** The colours and what they stand for; what a limit hides is hatched. */
export function LegendStrip({ range, look }: { range: TileRange; look: OverlayLook }) {
  const { stops, ticks } = legendOf(range, look.colours)
  const colours = stops.map(({ at, colour }) => `rgb(${colour.join(' ')}) ${100 * at}%`)
  const [left, right] = hiddenPart(range, look.limit)
  const last = ticks.length - 1
  return (
    <Box role="group" aria-label={words.overlay.legend} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          position: 'relative',
          height: 10,
          borderRadius: '5px',
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
        }}
        style={{ backgroundImage: `linear-gradient(to right, ${colours.join(', ')})` }}
      >
        {right > left && (
          <Box
            sx={{
              position: 'absolute',
              insetBlock: 0,
              bgcolor: 'background.paper',
              backgroundImage: (theme) =>
                `repeating-linear-gradient(135deg, transparent 0 3px, ${theme.palette.divider} 3px 5px)`,
            }}
            style={{ left: `${100 * left}%`, right: `${100 * (1 - right)}%` }}
          />
        )}
      </Box>
      <Box sx={{ position: 'relative', height: 16, typography: 'caption', color: 'text.secondary' }}>
        {ticks.map(({ at, value }, index) => (
          <Box
            key={value}
            component="span"
            sx={{ position: 'absolute', whiteSpace: 'nowrap' }}
            style={{ left: `${100 * at}%`, transform: `translateX(${shiftOf(index, last, at)})` }}
          >
            {rangeFigure(range, value)}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** The outermost stay within the strip. */
function shiftOf(index: number, last: number, at: number): string {
  if (index === 0 && at < 0.1) return '0'
  return index === last && at > 0.9 ? '-100%' : '-50%'
}

function hiddenPart(range: TileRange, limit: number | null): [from: number, to: number] {
  if (limit === null) return [0, 0]
  const at = placeOnLegend(range, limit)
  return range.worse === 'high' ? [0, at] : [at, 1]
}
