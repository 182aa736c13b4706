import Box from '@mui/material/Box'
import { scaleBar } from '../../../engine/viewer/scale-bar.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useLocale } from '../../../ui/text/locale.ts'
import { useViewState } from '../viewer-context.tsx'
import { words } from './words.ts'

const widest = 140

/** How long something on the screen is. */
export function ScaleBar({ view }: { view: SlideView }) {
  const locale = useLocale()
  // While the picture is only moved, its scale stays what it was.
  const read = () => scaleBar(view.image.space, view.viewport(), widest, locale)
  const width = useViewState(view, 'viewport', () => read().width)
  const label = useViewState(view, 'viewport', () => read().label)
  return (
    <Box role="img" aria-label={words.scaleBar(label)} data-scale-bar={label} sx={{ minWidth: widest }}>
      <Box sx={{ fontWeight: 600, lineHeight: '1rem' }}>{label}</Box>
      <Box
        data-length
        sx={{
          height: 6,
          border: 2,
          borderTop: 0,
          borderColor: 'text.primary',
          boxSizing: 'border-box',
        }}
        style={{ width }}
      />
    </Box>
  )
}
