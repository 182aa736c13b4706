import { isInside, toMicrometres } from '@cresyl/contract/slides/image-space'
import Box from '@mui/material/Box'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { useWritten } from '../use-written.ts'
import { words } from './words.ts'

/** Where the pointer is: µm from the corner of the slide, or pixels where the scale is unknown. */
export function CursorPosition({ view }: { view: SlideView }) {
  const ref = useWritten<HTMLDivElement>(view, ['cursor'], (element) => {
    const place = placeOf(view)
    element.dataset.cursor = place === null ? '' : `${place.x},${place.y}`
    element.textContent = `x ${written(place?.x)} · y ${written(place?.y)} ${view.image.space.unit}`
  })
  return (
    <Box
      ref={ref}
      aria-label={words.cursor.label}
      role="group"
      sx={{
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
        '@media (pointer: coarse)': { display: 'none' },
      }}
    />
  )
}

function placeOf({ cursor, image: { space } }: SlideView) {
  const place = cursor()
  return place !== null && isInside(space, place) ? (toMicrometres(space, place) ?? place) : null
}

const written = (value: number | undefined) => (value === undefined ? '–' : formatNumber(Math.round(value)))
