import Box from '@mui/material/Box'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { ArrowDown, ArrowUp, X } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { nameOfRegion } from './measure-rows.ts'
import { useQcDesk } from './qc-desk.tsx'
import { usePlaceSteps } from './use-place-steps.ts'
import { words } from './words.ts'

const own = words.regions

/** Over the picture: the place that one has stepped to, and the way to the next. */
export function PlaceCard({ view }: { view: SlideView }) {
  const desk = useQcDesk()
  const { step } = usePlaceSteps()
  const place = desk.visited(view.image.id)
  const region = place?.regions[place.index]
  if (!place || !region) return null
  return (
    <Box
      role="group"
      aria-label={own.title}
      sx={{
        ...floating,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        pl: 2.5,
        pr: 1,
        py: 0.5,
        maxWidth: '100%',
      }}
    >
      <Box role="status" sx={{ typography: 'body2', mr: 1, minWidth: 0 }}>
        <strong>{own.current(place.index + 1, place.regions.length)}</strong>{' '}
        <bdi>{nameOfRegion(region, place.measures)}</bdi>
      </Box>
      <BarButton
        label={own.previous}
        icon={ArrowUp}
        size={24}
        shortcut={viewerKeys.previousPlace.shown}
        onClick={() => void step(-1)}
      />
      <BarButton
        label={own.next}
        icon={ArrowDown}
        size={24}
        shortcut={viewerKeys.nextPlace.shown}
        onClick={() => void step(1)}
      />
      <BarButton label={own.close} icon={X} size={24} onClick={() => desk.visit(view.image.id, null)} />
    </Box>
  )
}
