import type { QcOverlay } from '@cresyl/contract/qc/qc-jobs'
import { measureOf } from '@cresyl/contract/qc/qc-measures'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Overlay } from '../../../engine/viewer/overlays/overlay.ts'
import type { OverlaySource } from '../../../engine/viewer/overlays/overlay-source.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { pyramidQuery } from '../slide/queries.ts'
import { useQcDesk } from './qc-desk.tsx'

/** The numbers of an overlay, once it is known how it is stored; the reason where that could not be had. */
export function useOverlaySource(overlay: QcOverlay): { source: OverlaySource | null; error: Error | null } {
  const { shelf } = useQcDesk()
  const { data, error } = useQuery(pyramidQuery(useApi(), overlay.image_id))
  const source = useMemo(() => {
    const opened = data && openedOverlay(overlay, data)
    return opened ? shelf.take(opened) : null
  }, [shelf, data, overlay])
  return { source, error }
}

function openedOverlay({ kind, key, space }: QcOverlay, pyramid: Pyramid): Overlay | null {
  if (kind === 'mask') return { kind, pyramid, space, tone: key === 'tissue' ? 'found' : 'fault' }
  const range = measureOf(key).tiles
  return range === undefined ? null : { kind, pyramid, space, range }
}
