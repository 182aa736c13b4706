import type { QcJobWithMeasures, QcRegion } from '@cresyl/contract/qc/qc-jobs'
import { mppOf } from '@cresyl/contract/slides/image-space'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { useState } from 'react'
import { formatLength } from '../../../engine/viewer/amounts.ts'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { ArrowDown, ArrowUp } from '../../../ui/frame/icons.ts'
import { formatPercent } from '../../../ui/text/dates.ts'
import { currentLocale } from '../../../ui/text/locale.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { InfoSection, Note } from '../info-panel/info-section.tsx'
import { nameOfRegion } from './measure-rows.ts'
import { useQcDesk } from './qc-desk.tsx'
import { usePlaceSteps } from './use-place-steps.ts'
import { words } from './words.ts'

const own = words.regions
const shownAtFirst = 8

interface PlaceListProps {
  image: ViewedImage
  check: QcJobWithMeasures
}

/** What is worth looking at, the worst first. */
export function PlaceList({ image, check }: PlaceListProps) {
  const { regions, measures } = check
  const desk = useQcDesk()
  const { step, goTo } = usePlaceSteps()
  const [isWhole, setWhole] = useState(false)
  const visited = desk.visited(image.id)
  const current = visited?.checkId === check.id ? visited.index : null
  const shown = isWhole || (current ?? 0) >= shownAtFirst ? regions : regions.slice(0, shownAtFirst)
  return (
    <InfoSection title={own.title}>
      {regions.length === 0 ? (
        <Note>{own.none}</Note>
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <BarButton
              label={own.previous}
              icon={ArrowUp}
              shortcut={viewerKeys.previousPlace.shown}
              onClick={() => void step(-1)}
            />
            <BarButton
              label={own.next}
              icon={ArrowDown}
              shortcut={viewerKeys.nextPlace.shown}
              onClick={() => void step(1)}
            />
            <Box role="status" sx={{ ml: 1, typography: 'body2', color: 'text.secondary' }}>
              {current !== null && own.current(current + 1, regions.length)}
            </Box>
          </Box>
          <Box component="ol" aria-label={own.title} sx={{ listStyle: 'none', m: 0, mx: -4, p: 0 }}>
            {shown.map((region, index) => (
              <li key={`${region.key} ${region.channel} ${region.x} ${region.y}`}>
                <PlaceButton
                  region={region}
                  place={index + 1}
                  name={nameOfRegion(region, measures)}
                  size={sizeOf(region, image)}
                  worst={regions[0]?.severity || 1}
                  isCurrent={index === current}
                  onClick={() => goTo(check, index)}
                />
              </li>
            ))}
          </Box>
          {shown.length < regions.length && (
            <Button size="small" sx={{ mt: 1 }} onClick={() => setWhole(true)}>
              {own.more(regions.length)}
            </Button>
          )}
        </>
      )}
    </InfoSection>
  )
}

interface PlaceButtonProps {
  region: QcRegion
  place: number
  name: string
  size: string
  /** How bad the worst of all is. */
  worst: number
  isCurrent: boolean
  onClick: () => void
}

function PlaceButton({ region, place, name, size, worst, isCurrent, onClick }: PlaceButtonProps) {
  return (
    <ButtonBase
      aria-label={own.goTo(place, name)}
      {...(isCurrent && { 'aria-current': true })}
      onClick={onClick}
      sx={{
        width: '100%',
        px: 4,
        py: 1.5,
        gap: 3,
        justifyContent: 'flex-start',
        textAlign: 'start',
        typography: 'body2',
        bgcolor: isCurrent ? 'tokens.accent' : 'transparent',
        '&:hover': { bgcolor: 'tokens.accent' },
        '&:focus-visible': { outlineOffset: '-2px !important' },
      }}
    >
      <Box component="span" sx={{ width: 20, textAlign: 'end', color: 'text.secondary' }}>
        {place}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <bdi>{name}</bdi>
        <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
          {size}
        </Box>
      </Box>
      <Box
        component="span"
        title={own.severity(formatPercent(region.severity))}
        sx={{ width: 48, height: 6, borderRadius: 3, bgcolor: 'divider', overflow: 'hidden', flexShrink: 0 }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: '100%', bgcolor: 'tokens.fail' }}
          style={{ width: `${(100 * region.severity) / worst}%` }}
        />
      </Box>
    </ButtonBase>
  )
}

function sizeOf({ width, height }: QcRegion, { space }: ViewedImage): string {
  const { x, y } = mppOf(space) ?? { x: 1, y: 1 }
  const side = (length: number) => formatLength(length, space.unit, currentLocale())
  return own.size(side(width * x), side(height * y))
}
