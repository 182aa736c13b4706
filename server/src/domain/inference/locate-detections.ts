import { ApiError } from '@cresyl/contract/api/errors'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { and, eq } from 'drizzle-orm'
import { inferenceOutputs } from '../../platform/db/schema/index.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import type { Work } from '../work.ts'
import { findInferenceJob } from './queries.ts'

export interface LocatedDetections {
  object: ObjectKey
  size: number
  space: ImageSpace
}

/** Where a run's detections lie in storage; to those who may not see the slide they are not there. */
export async function locateDetections(
  { tx }: Pick<Work, 'tx'>,
  id: string,
  key: string,
): Promise<LocatedDetections> {
  const { run } = await findInferenceJob(tx, id)
  const [output] = await tx
    .select()
    .from(inferenceOutputs)
    .where(and(eq(inferenceOutputs.inferenceJobId, id), eq(inferenceOutputs.key, key)))
  if (run.state !== 'succeeded')
    throw new ApiError('not_ready', {
      detail: 'This run has not finished, so it has no detections yet.',
    })
  if (!output || output.path === null || output.size === null || output.space === null)
    throw new ApiError('not_found', { detail: 'This run has no such detections.' })
  const { organizationId, path, size, space } = output
  return { object: { organizationId, path }, size, space }
}
