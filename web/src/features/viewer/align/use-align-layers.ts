import { useEffect, useRef } from 'react'
import {
  type AlignDraft,
  type AlignSide,
  addPoint,
  movePoint,
} from '../../../engine/viewer/align/align-draft.ts'
import { type AlignLayer, addAlignLayer } from '../../../engine/viewer/align/align-layer.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'

type Change = (change: (draft: AlignDraft) => AlignDraft) => void

/** Points over both slides, which take clicks and can be dragged. */
export function useAlignLayers(
  views: Readonly<Record<AlignSide, SlideView>>,
  draft: AlignDraft,
  onChange: Change,
): void {
  useAlignLayer(views.fixed, 'fixed', draft, onChange)
  useAlignLayer(views.moving, 'moving', draft, onChange)
}

function useAlignLayer(view: SlideView, side: AlignSide, draft: AlignDraft, onChange: Change): void {
  const latest = useRef({ draft, onChange })
  latest.current = { draft, onChange }
  const layer = useRef<AlignLayer>(null)
  useEffect(() => {
    const added = addAlignLayer(view, {
      points: () => latest.current.draft.rows.map(({ [side]: point }) => point),
      add: (point) => latest.current.onChange((before) => addPoint(before, side, point)),
      move: (at, point) => latest.current.onChange((before) => movePoint(before, at, side, point)),
    })
    layer.current = added
    return added.remove
  }, [view, side])
  useEffect(() => {
    if (draft.rows) layer.current?.changed()
  }, [draft.rows])
}
