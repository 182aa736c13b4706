import type { InferenceJob } from '@cresyl/contract/inference-jobs'
import { useEffect } from 'react'
import { liveRunOf } from './live-run.ts'
import { useRuns } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'

/** The run that is shown over an image as it is made. */
export function useLiveRun(slideId: string, imageId: string): InferenceJob | null {
  const { followed, hidden } = useResultsDesk()
  const runs = useRuns(slideId).data?.results ?? []
  const live = liveRunOf(runs, imageId, { followed, hidden })
  const isRunning = live?.state === 'running'
  useEffect(() => {
    if (live && isRunning) followed.add(live.id)
  }, [followed, live, isRunning])
  return live
}
