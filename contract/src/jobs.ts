import { id, person, time } from './fields.ts'
import { listOf, paging } from './list.ts'
import { type Access, route } from './route.ts'
import { z } from './zod.ts'

export interface JobDefinition {
  /** In the words of the people who wait for it. */
  label: string
  /** What the handler gets. */
  payload: z.ZodObject
  /** Who sees it: whoever may read what it works on. */
  read: Access
  /** Who starts, cancels and retries it. */
  start: Access
  /** How often it is tried before it has failed. */
  attempts: number
  /** An attempt that takes longer is ended and counts as failed. */
  timeoutSeconds: number
  /** Higher goes first. */
  priority: number
  /** What a machine must have to run it. */
  labels?: readonly string[]
  /** Stands for its children: their states make its own, and there is no handler. */
  parent?: true
  /** People ask for it by itself, with nothing but its name. */
  startable?: true
}

const nothing = z.strictObject({})
const minute = 60
const hour = 60 * minute

/** What people wait for goes before what the platform does for itself. */
const priorities = { asked: 10, housekeeping: -10 } as const

/** Every kind of job. A handler that is missing on the server does not compile. */
export const jobDefinitions = {
  ingest: {
    label: 'Read a slide',
    payload: z.strictObject({ file_id: id }),
    read: 'read:files',
    start: 'update:files',
    attempts: 3,
    timeoutSeconds: 12 * hour,
    priority: priorities.asked,
  },
  export_region: {
    label: 'Export a region',
    payload: z.strictObject({ export_id: id }),
    read: 'download:images',
    start: 'download:images',
    attempts: 3,
    timeoutSeconds: 6 * hour,
    priority: priorities.asked,
  },
  deidentify: {
    label: 'Make a copy without label',
    payload: z.strictObject({ file_id: id }),
    read: 'download:files',
    start: 'download:files',
    attempts: 3,
    timeoutSeconds: 12 * hour,
    priority: priorities.asked,
  },
  edit_slides: {
    label: 'Change slides',
    payload: nothing,
    read: 'read:slides',
    start: 'update:slides',
    attempts: 1,
    timeoutSeconds: 2 * hour,
    priority: priorities.asked,
    parent: true,
  },
  edit_some_slides: {
    label: 'Change some slides',
    payload: z.strictObject({ batch_id: id, chunk: z.int().min(0) }),
    read: 'read:slides',
    start: 'update:slides',
    attempts: 3,
    timeoutSeconds: 10 * minute,
    priority: priorities.asked,
  },
  make_demo: {
    label: 'Add demonstration content',
    payload: nothing,
    read: 'read:slides',
    start: 'update:organization_settings',
    attempts: 3,
    timeoutSeconds: hour,
    priority: priorities.asked,
  },
  remove_demo: {
    label: 'Remove demonstration content',
    payload: nothing,
    read: 'read:slides',
    start: 'update:organization_settings',
    attempts: 3,
    timeoutSeconds: hour,
    priority: priorities.asked,
  },
  check_organization: {
    label: 'Check everything',
    payload: nothing,
    read: 'update:organization_settings',
    start: 'update:organization_settings',
    attempts: 1,
    timeoutSeconds: 24 * hour,
    priority: priorities.asked,
    parent: true,
    startable: true,
  },
  check_storage: {
    label: 'Check stored files',
    payload: nothing,
    read: 'update:organization_settings',
    start: 'update:organization_settings',
    attempts: 3,
    timeoutSeconds: 24 * hour,
    priority: priorities.asked,
    startable: true,
  },
  check_audits: {
    label: 'Check the audit log',
    payload: nothing,
    read: 'read:audits',
    start: 'update:organization_settings',
    attempts: 3,
    timeoutSeconds: 2 * hour,
    priority: priorities.asked,
    startable: true,
  },
  janitor: {
    label: 'Tidy up after interruptions',
    payload: nothing,
    read: 'superadmin',
    start: 'superadmin',
    attempts: 3,
    timeoutSeconds: hour,
    priority: priorities.housekeeping,
  },
  purge: {
    label: 'Remove what has expired',
    payload: nothing,
    read: 'superadmin',
    start: 'superadmin',
    attempts: 3,
    timeoutSeconds: hour,
    priority: priorities.housekeeping,
  },
} as const satisfies Record<string, JobDefinition>

export type JobDefinitions = typeof jobDefinitions
export type JobKind = keyof JobDefinitions
export type JobPayload<Kind extends JobKind> = z.output<JobDefinitions[Kind]['payload']>
type KindsWith<Mark> = { [Kind in JobKind]: JobDefinitions[Kind] extends Mark ? Kind : never }[JobKind]
export type ParentJobKind = KindsWith<{ parent: true }>
/** Kinds that a worker runs. */
export type RunnableJobKind = Exclude<JobKind, ParentJobKind>
export type StartableJobKind = KindsWith<{ startable: true }>

export const jobKinds = Object.keys(jobDefinitions) as [JobKind, ...JobKind[]]
export const startableJobKinds = jobKinds.filter(
  (kind): kind is StartableJobKind => 'startable' in jobDefinitions[kind],
) as [StartableJobKind, ...StartableJobKind[]]

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
  /** The name of the machine that runs or ran it. */
  machine: z.string().nullable(),
  /** Someone has asked to cancel it and it is still stopping. */
  cancelling: z.boolean(),
  subject_id: id.nullable(),
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
  /** The newest lines, the oldest first. */
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
  summary: 'Jobs of the organisation that you may see, the newest first',
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
  summary: 'Cancel a job, or all that a batch still has to do; of a finished one this does nothing',
  access: 'member',
  params: oneJob,
  response: job,
  errors: ['forbidden'],
  status: 200,
  audit: 'job.cancelled',
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
