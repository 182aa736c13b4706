import { createInferenceBatch } from '@cresyl/contract/predictors/inference-jobs'
import type { FitImage } from '@cresyl/contract/predictors/predictor-fit'
import { type QcGate, qcGate } from '@cresyl/contract/qc/qc-gate'
import { listQcJobs, type QcJob } from '@cresyl/contract/qc/qc-jobs'
import { type Image, readImage } from '@cresyl/contract/slides/images'
import type { GivenSlideSelection } from '@cresyl/contract/slides/slide-batches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunOrder } from '../../../engine/runs/run-draft.ts'
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useOrganizationField } from '../../../lib/organization/current-organization.ts'
import { useApi } from '../../../lib/session/session-context.tsx'

/** What is known of an image before a run. */
export interface RunImage {
  readonly image: FitImage
  /** The newest check of it. */
  readonly check: QcJob | null
  readonly gate: QcGate
}

/** Checks of an image that could not be finished tell nothing of it: an older one may. */
const listedChecks = 5

export function useRunImage(imageId: string) {
  useLive('qc_jobs')
  const { call } = useApi()
  const record = useQuery({
    queryKey: [...liveKeys.images, 'one', imageId],
    queryFn: ({ signal }) => call(readImage, { params: { id: imageId } }, { signal }),
    meta: { quiet: true },
  })
  const checks = useQuery({
    queryKey: [...liveKeys.qc_jobs, 'before-run', imageId],
    queryFn: async ({ signal }) =>
      (await call(listQcJobs, { query: { input_image_id: [imageId], limit: listedChecks } }, { signal }))
        .results,
    staleTime: 0,
    meta: { quiet: true },
  })
  return {
    data: record.data && checks.data && runImage(record.data, checks.data),
    error: record.error ?? checks.error,
    refetch: () => void Promise.all([record.refetch(), checks.refetch()]),
  }
}

/** The newest check decides; what kind of image it is may be known from an older one. */
export function runImage(record: Image, checks: readonly QcJob[]): RunImage {
  const { width, height, mpp_x, mpp_y, samples, channels } = record
  const check = checks[0] ?? null
  return {
    image: {
      width: width ?? 0,
      height: height ?? 0,
      mpp_x,
      mpp_y,
      samples: samples ?? 1,
      channels,
      modality: checks.find(({ modality }) => modality !== null)?.modality ?? null,
    },
    check,
    // Outputs are not asked: what they came from was.
    gate:
      record.kind === 'output'
        ? 'go'
        : qcGate({ qc_state: check?.state ?? 'none', qc_overridden: check?.overridden ?? false }),
  }
}

interface BatchRun {
  selection: GivenSlideSelection
  order: RunOrder
}

export function useStartRuns() {
  const { call } = useApi()
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const organization = useOrganizationField()
  return useMutation({
    mutationFn: ({ selection, order: { predictor_id, params, mpp } }: BatchRun) => {
      const body = { ...organization(), selection, predictor_id, params, ...(mpp !== undefined && { mpp }) }
      return call(createInferenceBatch, { body }, { idempotencyKey: keyFor(body) })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.jobs }),
  })
}
