import { id, person, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { jobKinds, startableJobKinds } from './job-kinds.ts'

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const jobLimits = {
  /** Lines of a job's log in one reply. */
  logLines: 1000,
  /** Lines of one attempt that are kept. */
  attemptLines: 10_000,
  /** Characters of a line. */
  logLine: 2000,
  /** Progress of a job is written and told at most once in this time. */
  progressMilliseconds: 500,
  /** Finished jobs and their logs are kept this long. */
  keptDays: 90,
} as const

const count = z.int().min(0)

export const job = z.object({
  id,
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** What it is doing now. */
  stage: z.string().nullable(),
  /** From 0 to 1; null until known. */
  progress: z.number().min(0).max(1).nullable(),
  finishes_at: time.nullable(),
  /** What came of it, or why it waits, in a sentence. */
  message: z.string().nullable(),
  attempt: z.int(),
  max_attempts: z.int(),
  /** When a job that failed is tried again. */
  run_after: time,
  /** The name of the machine that runs or ran it; null for all but superadmins. */
  machine: z.string().nullable(),
  /** Someone has asked to cancel it and it is still stopping. */
  cancelling: z.boolean(),
  subject_id: id.nullable(),
  /** Of the slide or file that it is about; null where that is none, or not there any more. */
  subject_name: z.string().nullable(),
  /** Of what it runs; null where that is no predictor. */
  predictor_name: z.string().nullable(),
  parent_id: id.nullable(),
  /** Null for a job that stands for itself. */
  children: z
    .object({
      total: count,
      queued: count,
      running: count,
      succeeded: count,
      failed: count,
      cancelled: count,
    })
    .nullable(),
  created_by: person.nullable(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  version: z.int(),
})
export type Job = z.infer<typeof job>

export const jobLogLine = z.object({
  n: z.int(),
  attempt: z.int(),
  level: z.enum(['info', 'warn', 'error']),
  text: z.string(),
  at: time,
})
export type JobLogLine = z.infer<typeof jobLogLine>

export const jobWithLog = job.extend({
  /** The newest lines, oldest first. */
  log: z.array(jobLogLine),
  /** There are older lines than these. */
  log_cut: z.boolean(),
})
export type JobWithLog = z.infer<typeof jobWithLog>

/** In the fragment of any address of the app: the job with its log lies over that page. */
export function jobHash(jobId: string): string {
  return `#job-${jobId}`
}

/** A link to a job for notifications and letters. */
export function jobLink(jobId: string): string {
  return `/${jobHash(jobId)}`
}

const oneJob = z.strictObject({ id })

export const listJobs = route({
  method: 'GET',
  path: 'jobs',
  summary: 'Jobs of the organisation that you may see, newest first',
  access: 'member',
  query: z.strictObject({
    ...paging,
    state: z.array(z.enum(jobStates)).optional(),
    kind: z.array(z.enum(jobKinds)).optional(),
    /** Only the children of this one; otherwise children are left out. */
    parent_id: id.optional(),
    subject_id: id.optional(),
    /** Only those that you asked for. */
    mine: z.boolean().optional(),
  }),
  response: listOf(job),
  status: 200,
})

export const readJob = route({
  method: 'GET',
  path: 'jobs/{id}',
  summary: 'A job with the newest lines of its log',
  access: 'member',
  params: oneJob,
  response: jobWithLog,
  status: 200,
})

export const startJob = route({
  method: 'POST',
  path: 'jobs',
  summary: 'Start a check of the organisation',
  access: 'update:organization_settings',
  body: z.strictObject({ kind: z.enum(startableJobKinds) }),
  response: job,
  errors: ['already_running'],
  status: 201,
  audit: 'job.started',
})

export const cancelJob = route({
  method: 'POST',
  path: 'jobs/{id}/cancel',
  summary: 'Cancel a job, or the rest of a batch; finished jobs are not affected',
  access: 'member',
  params: oneJob,
  response: job,
  errors: ['forbidden'],
  status: 200,
  audit: 'job.cancelled',
  whenFull: true,
})

export const retryJob = route({
  method: 'POST',
  path: 'jobs/{id}/retry',
  summary: 'Try a failed or cancelled job again, or those of a batch',
  access: 'member',
  params: oneJob,
  response: job,
  errors: ['forbidden', 'not_retryable'],
  status: 200,
  audit: 'job.retried',
})
