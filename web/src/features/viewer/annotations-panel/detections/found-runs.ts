import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'

/** Single things that a run has found on an image. */
export interface FoundRun {
  /** Different for each. */
  readonly id: string
  readonly runId: string
  readonly key: string
  readonly predictor: string
  readonly finishedAt: string | null
  readonly count: number
}

/** Of the runs of a slide those that found something on this image, newest first. */
export function foundRuns(runs: readonly InferenceJob[], imageId: string): readonly FoundRun[] {
  return runs
    .filter((run) => run.state === 'succeeded' && run.input_image_id === imageId)
    .flatMap((run) =>
      run.outputs
        .filter(({ kind, counts }) => kind === 'detections' && counts !== null)
        .map(({ key, counts }) => ({
          id: `${run.id}/${key}`,
          runId: run.id,
          key,
          predictor: run.predictor.name,
          finishedAt: run.finished_at,
          count: (counts ?? []).reduce((sum, count) => sum + count, 0),
        })),
    )
}
