import Box from '@mui/material/Box'
import { scaleBar } from '../../../engine/viewer/scale-bar.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useLocale } from '../../../ui/locale.ts'
import { useViewState } from '../viewer-context.tsx'
import { words } from './words.ts'

const widest = 140

/** How long something on the screen is. */
export function ScaleBar({ view }: { view: SlideView }) {
  const viewport = useViewState(view, 'viewport', () => view.viewport())
  const { width, label } = scaleBar(view.image.space, viewport, widest, useLocale())
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
