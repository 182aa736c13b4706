import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import { type ChunkOutcome, editChunk } from '../domain/slide-batches/edit-chunk.ts'
import { JobFailure, type JobHandler } from '../platform/queue/job-handler.ts'
import { quantity } from './quantity.ts'

/** Changes a part of the slides of a batch: all of them or, where it is interrupted, none. */
export const editSomeSlides: JobHandler<JobPayload<'edit_some_slides'>> = async (job, { clock }) => {
  const { batch_id: batchId, chunk } = job.payload
  job.stage('Changing slides')
  const outcome = await job.asOrganization((tx) => editChunk(tx, { batchId, chunk, now: clock.now() }))
  if (outcome === undefined) {
    throw new JobFailure('The change this was part of was undone. Start it again.')
  }
  return { message: sentenceOf(outcome) }
}

function sentenceOf({ changed, unchanged, skipped }: ChunkOutcome): string {
  const others = [
    unchanged > 0 && `${unchanged} needed no change`,
    skipped > 0 && `${skipped} could not be changed`,
  ].filter((each) => each !== false)
  return `${[`${quantity(changed, 'slide')} changed`, ...others].join(', ')}.`
}
