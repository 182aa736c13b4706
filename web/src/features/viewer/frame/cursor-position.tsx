import { isInside, toMicrometres } from '@cresyl/contract/image-space'
import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { formatNumber } from '../../../ui/dates.ts'
import { useViewState } from '../viewer-context.tsx'
import { words } from './words.ts'

/** Where the pointer is: µm from the corner of the slide, or pixels where the scale is unknown. */
export function CursorPosition({ view }: { view: SlideView }) {
  const cursor = useViewState(view, 'cursor', () => view.cursor())
  const shown = cursor !== null && isInside(view.image.space, cursor) ? cursor : null
  const place = shown && (toMicrometres(view.image.space, shown) ?? shown)
  const unit = view.image.space.unit
  return (
    <Box
      aria-label={words.cursor.label}
      role="group"
      data-cursor={place === null ? '' : `${place.x},${place.y}`}
      sx={{ color: 'text.secondary', whiteSpace: 'nowrap', '@media (pointer: coarse)': { display: 'none' } }}
    >
      {`x ${written(place?.x)} · y ${written(place?.y)} ${unit}`}
    </Box>
  )
}

const written = (value: number | undefined) => (value === undefined ? '–' : formatNumber(Math.round(value)))
