import type { TileRange } from '@cresyl/contract/qc/qc-measures'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Overlay } from '../../../engine/viewer/overlays/overlay.ts'
import type { OverlaySource } from '../../../engine/viewer/overlays/overlay-source.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { useQcDesk } from '../qc-panel/qc-desk.tsx'
import { pyramidQuery } from '../slide/queries.ts'
import { rgbOf, type ShownMap } from './run-rows.ts'

/** The numbers of a mask or heat map, once it is known how it is stored; the reason where that could not be had. */
export function useResultSource(result: ShownMap): { source: OverlaySource | null; error: Error | null } {
  const { shelf } = useQcDesk()
  const { data, error } = useQuery(pyramidQuery(useApi(), result.imageId))
  const source = useMemo(() => (data ? shelf.take(overlayOf(result, data)) : null), [shelf, data, result])
  return { source, error }
}

/** What 1 to 255 of a result's heat map stand for. */
export const rangeOf = ({ unit, low, high }: { unit: string; low: number; high: number }): TileRange => ({
  unit,
  low,
  high,
  scale: 'linear',
  worse: 'high',
})

function overlayOf({ manifest, space }: ShownMap, pyramid: Pyramid): Overlay {
  return manifest.kind === 'mask'
    ? { kind: 'classes', pyramid, space, colours: manifest.classes.map(({ color }) => rgbOf(color)) }
    : { kind: 'heatmap', pyramid, space, range: rangeOf(manifest), hasLevels: true }
}
