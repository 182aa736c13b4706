import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { liveRunOf } from './live-run.ts'
import { useRuns } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'

/** The run that is shown over an image as it is made. */
export function useLiveRun(slideId: string, imageId: string): InferenceJob | null {
  const desk = useResultsDesk()
  return liveRunOf(useRuns(slideId).data?.results ?? [], imageId, desk)
}
