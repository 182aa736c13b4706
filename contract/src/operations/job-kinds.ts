import { id } from '../api/fields.ts'
import type { Access } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { purgeableKindKeys } from './purgeable-kinds.ts'

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
  /** Goes on while the disk is almost full, when all others wait. */
  freesSpace?: true
}

const nothing = z.strictObject({})
const minute = 60
const hour = 60 * minute

/**
 * What people wait for goes before what the platform does for itself. Of a batch, what it has queued is done before
 * more of it is queued.
 */
export const priorities = {
  /** All else begins with a slide that can be seen. Between organisations it counts as `asked`. */
  first: 12,
  asked: 10,
  /** Follows by itself from what someone asked for. */
  follows: 8,
  batch: 5,
  queueing: 4,
  /** Nobody waits for it. */
  idle: -5,
  housekeeping: -10,
} as const

/** Every kind of job. A handler that is missing on the server does not compile. */
export const jobDefinitions = {
  ingest: {
    label: 'Read a slide',
    payload: z.strictObject({ file_id: id }),
    read: 'read:files',
    start: 'update:files',
    attempts: 3,
    timeoutSeconds: 12 * hour,
    priority: priorities.first,
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
    label: 'Create a copy without label',
    payload: z.strictObject({ file_id: id }),
    read: 'download:files',
    start: 'download:files',
    attempts: 3,
    timeoutSeconds: 12 * hour,
    priority: priorities.asked,
  },
  align_slides: {
    label: 'Align slides',
    payload: nothing,
    read: 'read:slides',
    start: 'update:slides',
    attempts: 3,
    timeoutSeconds: 10 * minute,
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
  qc: {
    label: 'Check the quality',
    payload: z.strictObject({ qc_job_id: id }),
    read: 'read:qc_jobs',
    start: 'create:qc_jobs',
    attempts: 3,
    timeoutSeconds: 2 * hour,
    priority: priorities.asked,
  },
  qc_batch: {
    label: 'Check the quality of slides',
    payload: nothing,
    read: 'read:qc_jobs',
    start: 'create:qc_jobs',
    attempts: 1,
    timeoutSeconds: 24 * hour,
    priority: priorities.batch,
    parent: true,
  },
  queue_qc: {
    label: 'Queue some slides to be checked',
    payload: z.strictObject({ batch_id: id, chunk: z.int().min(0) }),
    read: 'read:qc_jobs',
    start: 'create:qc_jobs',
    attempts: 3,
    timeoutSeconds: 10 * minute,
    priority: priorities.queueing,
  },
  reevaluate_qc: {
    label: 'Apply new quality limits',
    payload: nothing,
    read: 'read:qc_jobs',
    start: 'update:organization_settings',
    attempts: 3,
    timeoutSeconds: 2 * hour,
    priority: priorities.asked,
  },
  inference: {
    label: 'Run a predictor',
    payload: z.strictObject({ inference_job_id: id }),
    read: 'read:inference_jobs',
    start: 'create:inference_jobs',
    attempts: 3,
    timeoutSeconds: 24 * hour,
    priority: priorities.asked,
  },
  inference_batch: {
    label: 'Run a predictor on slides',
    payload: nothing,
    read: 'read:inference_jobs',
    start: 'create:inference_jobs',
    attempts: 1,
    timeoutSeconds: 7 * 24 * hour,
    priority: priorities.batch,
    parent: true,
  },
  queue_inference: {
    label: 'Queue some slides for a predictor',
    payload: z.strictObject({ batch_id: id, chunk: z.int().min(0) }),
    read: 'read:inference_jobs',
    start: 'create:inference_jobs',
    attempts: 3,
    timeoutSeconds: 10 * minute,
    priority: priorities.queueing,
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
    freesSpace: true,
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
    start: 'read:audits',
    attempts: 3,
    timeoutSeconds: 2 * hour,
    priority: priorities.asked,
    startable: true,
  },
  purge_storage: {
    label: 'Remove items permanently',
    payload: z.strictObject({ kinds: z.array(z.enum(purgeableKindKeys)), before: z.string() }),
    read: 'update:organization_settings',
    start: 'update:organization_settings',
    attempts: 3,
    timeoutSeconds: 6 * hour,
    priority: priorities.asked,
    freesSpace: true,
  },
  janitor: {
    label: 'Tidy up after interruptions',
    payload: nothing,
    read: 'superadmin',
    start: 'superadmin',
    attempts: 3,
    timeoutSeconds: hour,
    priority: priorities.housekeeping,
    freesSpace: true,
  },
  purge: {
    label: 'Remove what has expired',
    payload: nothing,
    read: 'superadmin',
    start: 'superadmin',
    attempts: 3,
    timeoutSeconds: hour,
    priority: priorities.housekeeping,
    freesSpace: true,
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
