import type { JobKind } from '@cresyl/contract/operations/job-kinds'
import type { Job, JobLogLine } from '@cresyl/contract/operations/jobs'
import type { jobLogLines, jobs } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'
import type { Member } from '../work.ts'

export type JobRow = Omit<typeof jobs.$inferSelect, 'kind'> & { kind: JobKind }

/** A job with what other rows say about it. */
export interface JobDetails {
  job: JobRow
  author: Person | null
  machine: string | null
  /** Of the slide or file that it is about. */
  subjectName: string | null
  predictorName: string | null
  /** Of a job that stands for others. */
  children: ChildrenSummary | null
}

export interface ChildrenSummary {
  total: number
  queued: number
  running: number
  succeeded: number
  failed: number
  cancelled: number
  progress: number | null
  finishes_at: string | null
}

/** Which machine a job runs on is told to superadmins only. */
export function viewJob(details: JobDetails, viewer?: Member): Job {
  const { job, author, machine, subjectName, predictorName, children } = details
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    stage: job.stage,
    ...viewProgress(job, children),
    message: job.message,
    attempt: job.attempt,
    max_attempts: job.maxAttempts,
    run_after: job.runAfter.toISOString(),
    machine: viewer?.superadmin ? machine : null,
    cancelling: job.cancelRequestedAt !== null && job.finishedAt === null,
    subject_id: job.subjectId,
    subject_name: subjectName,
    predictor_name: predictorName,
    parent_id: job.parentId,
    created_by: author,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    version: job.version,
  }
}

function viewProgress(job: JobRow, summary: ChildrenSummary | null) {
  if (summary === null) {
    const finishesAt = job.finishesAt?.toISOString() ?? null
    return { progress: job.progress, finishes_at: finishesAt, children: null }
  }
  const { progress, finishes_at, ...children } = summary
  const finishesAt = finishes_at === null ? null : new Date(finishes_at).toISOString()
  return { progress, finishes_at: finishesAt, children }
}

export function viewLogLine({ n, attempt, level, text, at }: typeof jobLogLines.$inferSelect): JobLogLine {
  return { n, attempt, level, text, at: at.toISOString() }
}
