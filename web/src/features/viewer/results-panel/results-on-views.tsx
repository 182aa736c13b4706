import { readDetections } from '@cresyl/contract/predictors/inference-outputs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  addDetectionsLayer,
  type DetectionsLayer,
} from '../../../engine/viewer/detections/detections-layer.ts'
import {
  createDetectionsSource,
  type DetectionsSource,
} from '../../../engine/viewer/detections/detections-source.ts'
import { addOverlayLayer, type OverlayLayer } from '../../../engine/viewer/overlays/overlay-layer.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { useApi, useSession } from '../../../lib/session/session-context.tsx'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import { useTileConnections } from '../tile-connections.ts'
import { useWorkspaceState } from '../viewer-context.tsx'
import { LiveOnView } from './live-on-view.tsx'
import { resultColours } from './result-colours.ts'
import { useResultsDesk } from './results-desk.tsx'
import { rgbOf, type ShownMap, type ShownThings } from './run-rows.ts'
import { ShowEnded } from './show-ended.tsx'
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

/** The detections of a run, once it is known how they lie in tiles. */
function useDetectionsSource({ runId, key, manifest }: ShownThings): DetectionsSource | null {
  const { call } = useApi()
  const session = useSession()
  const connections = useTileConnections()
  const { data: index } = useQuery({
    // What a run has found never changes.
    queryKey: ['detections', runId, key],
    queryFn: ({ signal }) => call(readDetections, { params: { id: runId }, query: { key } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptAfterLeaving,
  })
  const [source, setSource] = useState<DetectionsSource | null>(null)
  const { classes } = manifest
  useEffect(() => {
    if (index === undefined) return
    const made = createDetectionsSource(
      `/api/inference-jobs/${runId}/detections/${key}`,
      index,
      classes.map(({ color }) => rgbOf(color)),
      {
        token: (refused) => (refused === undefined ? session.accessToken() : session.renew(refused)),
        connections,
      },
    )
    setSource(made)
    return () => {
      setSource(null)
      made.destroy()
    }
  }, [index, runId, key, classes, session, connections])
  return source
}
