import { join } from 'node:path'
import { isFoundPairs } from '@cresyl/analysis'
import { type JobPayload, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { alignPairs, isAligned } from '@cresyl/contract/slides/point-pairs'
import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { scaleOf } from '../../domain/images/scale.ts'
import {
  findOrderedEstimate,
  keepEstimate,
  type OrderedEstimate,
  type OrderedImage,
} from '../../domain/registrations/estimates.ts'
import type { Context } from '../../platform/context.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import type { JobHandler, RunningJob } from '../../platform/queue/job-handler.ts'
import { filesOf } from '../../platform/tiles/image-location.ts'
import { locateImage } from '../locate-image.ts'
import type { AlignOrder, AlignOutcome } from './align-slides-child.ts'

const module = new URL('./align-slides-child.ts', import.meta.url)
const memoryBytes = 2 * 1024 ** 3
const timeoutMilliseconds = jobDefinitions.align_slides.timeoutSeconds * 1000

/** Looks for how one slide lies on another. That nothing is found is an answer too: points are set by hand then. */
export const alignSlides: JobHandler<JobPayload<'align_slides'>> = async (job, context) => {
  const ordered = await job.asOrganization((tx) => findOrderedEstimate(tx, job.id))
  if (ordered === undefined) return { message: 'One of the slides was deleted: there is nothing to align.' }
  job.stage('Comparing the tissue')
  const found = await compare(job, context, ordered)
  if (!isFoundPairs(found)) return { message: found.sentence }
  const { pairs, confidence } = found
  const scales = {
    fixedMpp: scaleOf(ordered.fixed) ?? undefined,
    movingMpp: scaleOf(ordered.moving) ?? undefined,
  }
  const solved = alignPairs(pairs, { ...scales, model: 'similarity' })
  if (!isAligned(solved)) return { message: solved.sentence }
  const alignment = { method: 'automatic' as const, pairs: [...pairs], ...solved, confidence }
  return {
    message: `${pairs.length} matching places in the tissue agree on the alignment.`,
    commit: (tx) => keepEstimate(tx, job.id, alignment),
  }
}

async function compare(
  job: RunningJob,
  context: Context,
  { organizationId, fixed, moving }: OrderedEstimate,
): Promise<AlignOutcome> {
  const toOrder = async ({ id, slideName, sizeZ }: OrderedImage) => ({
    location: await locateImage(context, organizationId, id),
    name: slideName,
    z: firstFocusPlane(sizeZ),
  })
  const input = { fixed: await toOrder(fixed), moving: await toOrder(moving) }
  return runInSandbox<AlignOrder, AlignOutcome>({
    module,
    input,
    timeoutMilliseconds,
    memoryBytes,
    name: 'Comparing the tissue',
    compileCacheFolder: join(context.config.slides.cacheDir, 'compiled'),
    rights: decodingRights(context.config, {
      files: [input.fixed, input.moving].flatMap(({ location }) => filesOf(location)),
    }),
    signal: job.signal,
    onProgress: (done, total) => job.progress(done, total),
  })
}
