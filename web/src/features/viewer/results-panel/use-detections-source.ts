import { readDetections } from '@cresyl/contract/inference-outputs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  createDetectionsSource,
  type DetectionsSource,
} from '../../../engine/viewer/detections/detections-source.ts'
import { useApi, useSession } from '../../../lib/session/session-context.tsx'
import { keptAfterLeaving } from '../slide/use-slide.ts'
import { useTileConnections } from '../tile-connections.ts'
import { rgbOf, type ShownThings } from './run-rows.ts'

/** The detections of a run, once it is known how they lie in tiles. */
export function useDetectionsSource({ runId, key, manifest }: ShownThings): DetectionsSource | null {
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
