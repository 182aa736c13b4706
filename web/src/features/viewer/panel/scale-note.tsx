import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import Alert from '@mui/material/Alert'
import { scaleText } from '../info-panel/facts.ts'

interface ScaleNoteProps {
  /** Null where the image has the pixel size that this was made by. */
  made: MadeScale | null
  /** What brings it up to date. */
  remedy: string
}

/** That what was measured in µm was measured by another pixel size than the slide has now. */
export function ScaleNote({ made, remedy }: ScaleNoteProps) {
  if (made === null) return null
  return (
    <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
      {made.mpp_x === null ? words.unknown : words.other(scaleText(made))} {remedy}
    </Alert>
  )
}

const words = {
  unknown: 'Made before the pixel size of the slide was known: lengths, areas and densities may be wrong.',
  other: (scale: string) =>
    `Made at ${scale}; the pixel size of the slide was changed since. Lengths, areas and densities use the old one.`,
}
