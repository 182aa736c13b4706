import Box from '@mui/material/Box'
import { colourAt } from '../../../engine/viewer/overlays/colour-maps.ts'
import { resultColours } from '../results-panel/result-colours.ts'
import type { ShownResult } from '../results-panel/run-rows.ts'

/** The colours that a result is drawn in. */
export function ResultSwatch({ shown }: { shown: ShownResult }) {
  return (
    <Box
      aria-hidden
      sx={{ flexShrink: 0, width: 40, height: 40, borderRadius: 0.75, border: 1, borderColor: 'divider' }}
      style={{ background: `linear-gradient(135deg, ${coloursOf(shown).join(', ')})` }}
    />
  )
}

function coloursOf({ manifest }: ShownResult): string[] {
  if (manifest.kind === 'heatmap') {
    return [0, 0.25, 0.5, 0.75, 1].map((part) => `rgb(${colourAt(resultColours, part).join(' ')})`)
  }
  const colours = manifest.classes.map(({ color }) => color)
  // Each has a stripe of its own; a gradient of one colour needs it twice.
  return colours.flatMap((colour, index) => [
    `${colour} ${(100 * index) / colours.length}%`,
    `${colour} ${(100 * (index + 1)) / colours.length}%`,
  ])
}
