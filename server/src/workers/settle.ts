import { findAskers } from '../domain/files/copying.ts'
import { failReading } from '../domain/files/reading.ts'
import { afterCheck } from '../domain/inference/after-check.ts'
import { followRuns } from '../domain/inference/follow-runs.ts'
import { subjectOfRun } from '../domain/inference/subject-of-run.ts'
import { isOutcome, type JobOutcome, type JobSubject, settleJob } from '../domain/job-control/settle-job.ts'
import { followJobs } from '../domain/qc/follow-jobs.ts'
import { subjectOfCheck } from '../domain/qc/subject-of-check.ts'
import { findReadSlide, slideLink } from '../domain/slides/find-read-slide.ts'
import type { Tx } from '../platform/db/database.ts'
import type { JobRow } from '../platform/queue/job-row.ts'
import type { OnSettled } from '../platform/queue/worker-options.ts'

/** Called whenever an attempt ends; only the end of the job itself is told. */
export const onSettled: OnSettled = async (tx, job, end) => {
  if (job.kind === 'qc') await followJobs(tx, job)
  if (job.kind === 'inference') await followRuns(tx, job)
  if (!isOutcome(end)) return
  if (job.kind === 'qc') await afterCheck(tx, job, job.finishedAt ?? new Date())
  if (job.kind === 'ingest' && end !== 'succeeded') await failReading(tx, job, job.message ?? '')
  await settleJob(tx, job, end, await subjectOf(tx, job, end))
}

async function subjectOf(tx: Tx, job: JobRow, end: JobOutcome): Promise<JobSubject | undefined> {
  if (job.kind === 'ingest') return subjectOfReading(tx, job, end)
  if (job.kind === 'qc') return subjectOfCheck(tx, job)
  if (job.kind === 'inference') return subjectOfRun(tx, job)
  // One job copies a file for all who ask for it.
  return job.kind === 'deidentify' ? { waiting: await findAskers(tx, job) } : undefined
}

/** People know the file by its name, and look at the slide rather than at the job. */
async function subjectOfReading(tx: Tx, job: JobRow, end: JobOutcome): Promise<JobSubject | undefined> {
  const read = await findReadSlide(tx, job)
  if (read === undefined) return undefined
  const describe: JobSubject['describe'] = (outcome, message) =>
    outcome === 'succeeded'
      ? `${read.fileName} is ready: ${message}`
      : `${read.fileName} could not be read. ${message.replace(/ Details: .*$/s, '')}`
  if (end === 'succeeded' && read.slide) return { describe, link: slideLink(read.slide.id) }
  return { describe, ...(job.subjectId !== null && { link: `/uploads?file=${job.subjectId}` }) }
}
