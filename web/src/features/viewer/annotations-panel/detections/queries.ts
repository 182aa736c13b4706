import {
  countDetections,
  promoteDetections,
  readAnnotationCells,
} from '@cresyl/contract/annotations/annotation-detections'
import type { AreaGeometry } from '@cresyl/contract/annotations/annotation-geometry'
import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLive } from '../../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../../lib/live/live-keys.ts'
import { useApi } from '../../../../lib/session/session-context.tsx'

/** What runs have found in an annotation; asked for again when it, or what was found, is another. */
export function useCells({ id, version }: { id: string; version: number }) {
  const { call } = useApi()
  useLive('inference_jobs')
  return useQuery({
    queryKey: [...liveKeys.inference_jobs, 'cells', id, version],
    queryFn: ({ signal }) => call(readAnnotationCells, { params: { id } }, { signal }),
    meta: { quiet: true },
  })
}

/** Detections of a run, in a region or everywhere. */
export interface AskedDetections {
  readonly inference_job_id: string
  readonly key: string
  readonly within?: AreaGeometry
}

/** How many there are. `place` names the region: its corners may be a million. */
export function useCountDetections(asked: AskedDetections | null, place: string) {
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.inference_jobs, 'counted', asked?.inference_job_id, asked?.key, place],
    enabled: asked !== null,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(countDetections, { body: asked ?? { inference_job_id: '', key: '' } }, { signal }),
    meta: { quiet: true },
  })
}

export function usePromote() {
  const { call } = useApi()
  return useMutation({
    meta: { shownInPlace: () => true },
    mutationFn: (
      order: AskedDetections & { classes: number[]; classification?: AnnotationClassification | null },
    ) => call(promoteDetections, { body: order }, { idempotencyKey: crypto.randomUUID() }),
  })
}
