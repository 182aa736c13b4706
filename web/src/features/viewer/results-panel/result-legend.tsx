import { fromHeat } from '@cresyl/contract/qc/qc-measures'
import Box from '@mui/material/Box'
import { valueOver } from '../../../engine/viewer/overlays/overlay-layer.ts'
import type { OverlaySource } from '../../../engine/viewer/overlays/overlay-source.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { X } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { ValueUnderPointer } from '../panel/value-under-pointer.tsx'
import { LegendStrip } from '../qc-panel/legend-strip.tsx'
import { rangeFigure } from '../qc-panel/range-figure.ts'
import { resultColours } from './result-colours.ts'
import { useResultsDesk } from './results-desk.tsx'
import type { ShownMap, ShownResult } from './run-rows.ts'
import { rangeOf, useResultSource } from './use-result-source.ts'
import { words } from './words.ts'

const own = words.outputs

/** Over the picture: what the colours of the results mean, and what lies under the pointer. */
export function ResultLegend({ view }: { view: SlideView }) {
  const desk = useResultsDesk()
  return desk.shownOn(view).map((shown) => <Legend key={shown.id} view={view} shown={shown} />)
}

function Legend({ view, shown }: { view: SlideView; shown: ShownResult }) {
  const desk = useResultsDesk()
  const { manifest } = shown
  return (
    <Box
      role="group"
      aria-label={own.legend}
      sx={{ ...floating, width: 264, maxWidth: '100%', px: 2.5, py: 1.5, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
        <Box component="bdi" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {shown.label}
        </Box>
        <BarButton label={own.remove} icon={X} size={24} onClick={() => desk.hide(shown.id)} />
      </Box>
      {manifest.kind === 'heatmap' ? (
        <LegendStrip
          range={rangeOf(manifest)}
          look={{ colours: resultColours, limit: null, opacity: desk.opacityOf(shown.id) }}
        />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {manifest.classes.map(({ key, label, color }) => (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <Swatch color={color} />
              {label}
            </Box>
          ))}
        </Box>
      )}
      {shown.kind === 'map' && <ValueHere view={view} shown={shown} />}
    </Box>
  )
}

export function Swatch({ color }: { color: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ flexShrink: 0, width: 14, height: 14, borderRadius: '3px', border: 1, borderColor: 'divider' }}
      style={{ backgroundColor: color }}
    />
  )
}

function ValueHere({ view, shown }: { view: SlideView; shown: ShownMap }) {
  const { source } = useResultSource(shown)
  const textOf = (from: OverlaySource) => textAt(view, from, shown)
  return <ValueUnderPointer view={view} source={source} label={own.under} none={own.none} textAt={textOf} />
}

function textAt(view: SlideView, source: OverlaySource, { manifest }: ShownMap): string {
  const place = view.cursor()
  const value = place && valueOver(view, source, place)
  if (value === null || value === 0) return own.none
  if (manifest.kind === 'mask') return manifest.classes[value - 1]?.label ?? own.none
  const range = rangeOf(manifest)
  return rangeFigure(range, fromHeat(range, value))
}
