import { isolate } from '@cresyl/contract/isolate'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { qcJobs, slides } from '../../platform/db/schema/index.ts'
import { slideLink } from '../slides/find-read-slide.ts'

/** What a job that checked a slide was about, for those who wait for it: in a transaction of the platform. */
export interface SubjectOfCheck {
  label: string
  link: string
  message?: string
  news?: { kind: 'qc.failed'; text: string }
  waiting: string[]
}

/** People know the slide, and want to hear of a scan that isn't good enough, however soon that was found out. */
export async function subjectOfCheck(tx: Tx, job: { id: string }): Promise<SubjectOfCheck | undefined> {
  const [found] = await tx
    .select({
      ...{ name: slides.name, slideId: slides.id, createdBy: qcJobs.createdBy },
      ...{ state: qcJobs.state, message: qcJobs.message },
    })
    .from(qcJobs)
    .innerJoin(slides, and(eq(slides.organizationId, qcJobs.organizationId), eq(slides.id, qcJobs.slideId)))
    .where(eq(qcJobs.jobId, job.id))
  if (found === undefined) return undefined
  const { name, slideId, createdBy, state, message } = found
  const isBad = state === 'failed' || state === 'error'
  return {
    ...{ label: `Check the quality of ${isolate(name)}`, link: slideLink(slideId) },
    // Who sent a slide needs not hear that it was checked by itself and is well.
    waiting: isBad && createdBy !== null ? [createdBy] : [],
    ...(message !== '' && { message }),
    ...(state === 'failed' && { news: { kind: 'qc.failed', text: `${isolate(name)}: ${message}` } }),
  }
}
