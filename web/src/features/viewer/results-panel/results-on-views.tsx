import { useEffect, useRef } from 'react'
import {
  addDetectionsLayer,
  type DetectionsLayer,
} from '../../../engine/viewer/detections/detections-layer.ts'
import { addOverlayLayer, type OverlayLayer } from '../../../engine/viewer/overlays/overlay-layer.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useWorkspaceState } from '../viewer-context.tsx'
import { LiveOnView } from './live-on-view.tsx'
import { resultColours } from './result-colours.ts'
import { useResultsDesk } from './results-desk.tsx'
import type { ShownMap, ShownThings } from './run-rows.ts'
import { ShowEnded } from './show-ended.tsx'
import { useDetectionsSource } from './use-detections-source.ts'
import { useResultSource } from './use-result-source.ts'

/** Lays the results that are shown over every pane that shows the same scan; else what is being made of it. */
export function ResultsOnViews() {
  const views = useWorkspaceState((workspace) => workspace.views())
  const contents = useWorkspaceState((workspace) => workspace.contents())
  const desk = useResultsDesk()
  const slideIds = new Set(contents.flatMap((content) => content?.slideId ?? []))
  const onViews = [...views].map(([pane, view]) => {
    const shown = desk.shownOn(view)
    const slideId = contents[pane]?.slideId
    return (
      <div key={pane} hidden>
        {shown.map((result, place) =>
          result.kind === 'map' ? (
            <MapOnView key={result.id} view={view} shown={result} rank={shown.length - place} />
          ) : (
            <ThingsOnView key={result.id} view={view} shown={result} rank={shown.length - place} />
          ),
        )}
        {shown.length === 0 && slideId !== undefined && <LiveOnView view={view} slideId={slideId} />}
      </div>
    )
  })
  return (
    <>
      {onViews}
      {[...slideIds].map((slideId) => (
        <ShowEnded key={slideId} slideId={slideId} />
      ))}
    </>
  )
}

interface OnView<Shown> {
  view: SlideView
  shown: Shown
  /** What is greater lies above. */
  rank: number
}

function MapOnView({ view, shown, rank }: OnView<ShownMap>) {
  const { source } = useResultSource(shown)
  const opacity = useResultsDesk().opacityOf(shown.id)
  const latest = useRef({ opacity, rank })
  latest.current = { opacity, rank }
  const layer = useRef<OverlayLayer>(null)
  useEffect(() => {
    if (source === null) return
    const added = addOverlayLayer(view, source, {
      colours: resultColours,
      limit: null,
      opacity: latest.current.opacity,
    })
    added?.setRank(latest.current.rank)
    layer.current = added
    return () => added?.remove()
  }, [view, source])
  useEffect(() => layer.current?.setLook({ colours: resultColours, limit: null, opacity }), [opacity])
  useEffect(() => layer.current?.setRank(rank), [rank])
  return null
}

function ThingsOnView({ view, shown, rank }: OnView<ShownThings>) {
  const source = useDetectionsSource(shown)
  const opacity = useResultsDesk().opacityOf(shown.id)
  const latest = useRef({ opacity, rank })
  latest.current = { opacity, rank }
  const layer = useRef<DetectionsLayer>(null)
  const { classes } = shown.manifest
  useEffect(() => {
    if (source === null) return
    const colours = classes.map(({ color }) => color)
    const added = addDetectionsLayer(view, source, colours, latest.current.opacity)
    added?.setRank(latest.current.rank)
    layer.current = added
    return () => added?.remove()
  }, [view, source, classes])
  useEffect(() => layer.current?.setOpacity(opacity), [opacity])
  useEffect(() => layer.current?.setRank(rank), [rank])
  return null
}
