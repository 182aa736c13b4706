import { isolate } from '@cresyl/contract/isolate'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs, predictorVersions, slides } from '../../platform/db/schema/index.ts'
import { slideLink } from '../slides/find-read-slide.ts'

/** What a job that ran a predictor was about, for those who wait for it: people know predictor and slide. */
export async function subjectOfRun(
  tx: Tx,
  job: { id: string },
): Promise<{ label: string; link: string } | undefined> {
  const [found] = await tx
    .select({ name: slides.name, slideId: slides.id, manifest: predictorVersions.manifest })
    .from(inferenceJobs)
    .innerJoin(
      slides,
      and(eq(slides.organizationId, inferenceJobs.organizationId), eq(slides.id, inferenceJobs.slideId)),
    )
    .innerJoin(predictorVersions, eq(predictorVersions.id, inferenceJobs.predictorVersionId))
    .where(eq(inferenceJobs.jobId, job.id))
  if (found === undefined) return undefined
  return { label: `${found.manifest.name} of ${isolate(found.name)}`, link: slideLink(found.slideId) }
}
