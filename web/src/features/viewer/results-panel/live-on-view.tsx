import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import type { RunChunks } from '@cresyl/contract/predictors/inference-outputs'
import { useEffect, useState } from 'react'
import { addChunkLayer, addShadeLayer } from '../../../engine/viewer/chunks/chunk-layer.ts'
import { type ChunkSource, createChunkSource } from '../../../engine/viewer/chunks/chunk-source.ts'
import { loadChunkTile } from '../../../engine/viewer/chunks/load-chunk-tile.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { createPlaneDecoder, startPlaneWorker } from '../../../engine/viewer/tiles/plane-decoder.ts'
import { useSession } from '../../../lib/session/session-context.tsx'
import { useTileConnections } from '../tile-connections.ts'
import { type LiveOutput, liveOutputOf, lookOf } from './live-run.ts'
import { useRun, useRunChunks } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'
import { useLiveRun } from './use-live-run.ts'

/** Lays what is done of a run over the image that it is made of, and in the end what came of it. */
export function LiveOnView({ view, slideId }: { view: SlideView; slideId: string }) {
  const run = useLiveRun(slideId, view.image.id)
  return run && <RunOnView key={run.id} view={view} run={run} />
}

function RunOnView({ view, run }: { view: SlideView; run: InferenceJob }) {
  const isRunning = run.state === 'running'
  const { data: whole } = useRun(run.id)
  const { data: told } = useRunChunks(run.id, isRunning)
  const output = whole && liveOutputOf(whole.manifest)
  if (!told || !output) return null
  return <ChunksOnView view={view} run={run} chunks={told.chunks} output={output} />
}

interface ChunksOnViewProps {
  view: SlideView
  run: InferenceJob
  chunks: RunChunks
  output: LiveOutput
}

function ChunksOnView({ view, run, chunks, output }: ChunksOnViewProps) {
  const source = useChunkSource(run.id, chunks, output)
  const opacity = useResultsDesk().opacityOf(run.id)
  const imageId = run.outputs.find(({ key }) => key === output.key)?.image_id ?? null
  useEffect(() => {
    if (source === null) return
    if (imageId !== null) source.finish(imageId)
    else source.update(chunks)
  }, [source, chunks, imageId])
  const isPicture = output.kind === 'image'
  const isThing = output.kind === 'detections'
  const isEnded = run.state === 'succeeded'
  const color = isThing ? (output.classes[0]?.color ?? '#888888') : ''
  const isWhite = output.kind === 'image' && output.pixels === 'rgb'
  const isBlack = output.kind === 'image' && output.pixels === 'channels'
  useEffect(() => {
    if (source === null || (isThing && isEnded)) return
    const layer = isThing
      ? addShadeLayer(view, source, `${color}40`)
      : addChunkLayer(view, source, {
          kind: isPicture ? 'images' : 'overlays',
          opacity: isPicture ? 1 : opacity,
          background: isWhite ? 'white' : isBlack ? 'black' : null,
        })
    return () => layer?.remove()
  }, [view, source, isThing, isEnded, isPicture, isWhite, isBlack, color, opacity])
  return null
}

/** The tiles of an output, for as long as it is shown. */
function useChunkSource(runId: string, chunks: RunChunks, output: LiveOutput): ChunkSource | null {
  const session = useSession()
  const connections = useTileConnections()
  const [source, setSource] = useState<ChunkSource | null>(null)
  // Where it lies is settled when it begins; how far it is, it is told.
  const [begun] = useState(chunks)
  const [shown] = useState(output)
  useEffect(() => {
    const decoder = createPlaneDecoder(startPlaneWorker)
    const look = lookOf(shown)
    const made = createChunkSource(begun, {
      connections,
      load: (order, imageId, grid, loading) => {
        if (look === null) throw new Error('There is no picture of single things.')
        const token = (refused?: string) =>
          refused === undefined ? session.accessToken() : session.renew(refused)
        return loadChunkTile({ runId, key: shown.key, look, token, decoder }, order, imageId, grid, loading)
      },
    })
    setSource(made)
    return () => {
      setSource(null)
      made.destroy()
      decoder.destroy()
    }
  }, [runId, begun, shown, session, connections])
  return source
}
