import { fromHeat, measureOf } from '@cresyl/contract/qc/qc-measures'
import Box from '@mui/material/Box'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { maskColours } from '../../../engine/viewer/overlays/colour-maps.ts'
import { valueOver } from '../../../engine/viewer/overlays/overlay-layer.ts'
import type { OverlaySource } from '../../../engine/viewer/overlays/overlay-source.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { Eye, EyeOff, X } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { ValueUnderPointer } from '../panel/value-under-pointer.tsx'
import { LegendStrip } from './legend-strip.tsx'
import { nameOf } from './measure-rows.ts'
import { type ShownOverlay, useQcDesk } from './qc-desk.tsx'
import { rangeFigure } from './range-figure.ts'
import { useOverlaySource } from './use-overlay-source.ts'
import { words } from './words.ts'

const own = words.overlay

/** Over the picture: what its colours mean, and the value at the pointer. */
export function OverlayLegend({ view }: { view: SlideView }) {
  const desk = useQcDesk()
  const pinned = desk.pinnedOn(view.image.id)
  const shown = desk.shownOn(view)
  const named = shown ?? (desk.isHidden ? pinned : null)
  if (named === null) return null
  const range = measureOf(named.measure.key).tiles
  return (
    <Box
      role="group"
      aria-label={own.legend}
      sx={{ ...floating, width: 264, maxWidth: '100%', px: 2.5, py: 1.5, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
        <Box component="bdi" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {nameOf(named.measure)}
        </Box>
        {pinned && (
          <>
            <BarButton
              label={desk.isHidden ? own.show : own.hideForNow}
              icon={desk.isHidden ? EyeOff : Eye}
              shortcut={viewerKeys.overlay.shown}
              size={24}
              onClick={() => desk.setHidden(!desk.isHidden)}
            />
            <BarButton label={own.remove} icon={X} size={24} onClick={() => desk.unpin(view.image.id)} />
          </>
        )}
      </Box>
      {shown === null ? (
        <Box sx={{ color: 'text.secondary' }}>{own.hidden}</Box>
      ) : (
        <>
          {shown.overlay.kind === 'heatmap' && range ? (
            <>
              <Box sx={{ mb: 1, color: 'text.secondary' }}>{own.worse[range.worse]}</Box>
              <LegendStrip range={range} look={desk.lookOf(shown)} />
            </>
          ) : (
            <MaskLine shown={shown} />
          )}
          <ValueHere view={view} shown={shown} />
        </>
      )}
    </Box>
  )
}

function MaskLine({ shown: { measure } }: { shown: ShownOverlay }) {
  const tone = measure.key === 'tissue' ? 'found' : 'fault'
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box
        aria-hidden
        sx={{ width: 14, height: 14, borderRadius: '3px' }}
        style={{ backgroundColor: `rgb(${maskColours[tone].join(' ')})` }}
      />
      {own.masks[tone]}
    </Box>
  )
}

function ValueHere({ view, shown }: { view: SlideView; shown: ShownOverlay }) {
  const { source } = useOverlaySource(shown.overlay)
  const textOf = (from: OverlaySource) => textAt(view, from)
  return (
    <ValueUnderPointer view={view} source={source} label={own.under} none={own.nothing} textAt={textOf} />
  )
}

function textAt(view: SlideView, source: OverlaySource): string {
  const place = view.cursor()
  const heat = place && valueOver(view, source, place)
  if (heat === null) return own.nothing
  const { overlay } = source
  if (overlay.kind !== 'heatmap') return heat > 127 ? own.inside : own.outside
  return heat === 0 ? own.nothing : rangeFigure(overlay.range, fromHeat(overlay.range, heat))
}
