import { useEffect, useRef } from 'react'
import { addBoxLayer } from '../../../engine/viewer/overlays/box-layer.ts'
import { addOverlayLayer, type OverlayLayer } from '../../../engine/viewer/overlays/overlay-layer.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useWorkspaceState } from '../viewer-context.tsx'
import { type ShownOverlay, useQcDesk } from './qc-desk.tsx'
import { useOverlaySource } from './use-overlay-source.ts'

/** Lays what is shown of quality control over every pane that shows the same scan. */
export function OverlaysOnViews() {
  const views = useWorkspaceState((workspace) => workspace.views())
  const desk = useQcDesk()
  return [...views].map(([pane, view]) => {
    const shown = desk.shownOn(view)
    return (
      <div key={pane} hidden>
        {shown && <OverlayOnView view={view} shown={shown} />}
        <PlaceOnView view={view} />
      </div>
    )
  })
}

function OverlayOnView({ view, shown }: { view: SlideView; shown: ShownOverlay }) {
  const { source } = useOverlaySource(shown.overlay)
  const look = useQcDesk().lookOf(shown)
  const { colours, opacity, limit } = look
  const latest = useRef(look)
  latest.current = look
  const layer = useRef<OverlayLayer>(null)
  useEffect(() => {
    if (source === null) return
    const added = addOverlayLayer(view, source, latest.current)
    layer.current = added
    return () => added?.remove()
  }, [view, source])
  useEffect(() => layer.current?.setLook({ colours, opacity, limit }), [colours, opacity, limit])
  return null
}

/** The outline of the place that one has stepped to. */
function PlaceOnView({ view }: { view: SlideView }) {
  const place = useQcDesk().visited(view.image.id)
  const region = place?.regions[place.index]
  useEffect(() => {
    if (region === undefined) return
    const layer = addBoxLayer(view, region)
    return () => layer.remove()
  }, [view, region])
  return null
}
