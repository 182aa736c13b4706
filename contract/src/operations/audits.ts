import { id, line, person, time } from '../api/fields.ts'
import { listOf, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { auditEventKeys, auditSubjectKindKeys } from './audit-subjects.ts'
import { job } from './jobs.ts'

export const auditLimits = {
  /** More are not counted: then there are at least so many. */
  counted: 10_000,
  /** People and events that one question can name. */
  named: 100,
  /** Sentences about faults that are kept of a verification. */
  faults: 100,
} as const

/** A place in the log, as a reply gives it: when, to the microsecond, and which row. */
export const auditPlace = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
    error: 'Must be a cursor from an earlier reply',
  })
  .refine((place) => !Number.isNaN(Date.parse(`${place.slice(0, 23)}Z`)), 'Must be a time that exists')

export const auditFilter = {
  event: z.array(z.enum(auditEventKeys)).max(auditLimits.named).optional(),
  /** Who did it. */
  person_id: z.array(id).max(auditLimits.named).optional(),
  /** What the platform did by itself. */
  platform: z.boolean().optional(),
  subject_kind: z.array(z.enum(auditSubjectKindKeys)).optional(),
  subject_id: id.optional(),
  from: time.optional(),
  /** Up to, not including. */
  to: time.optional(),
  /** The address that it came from. */
  address: line(64).min(1).optional(),
  /** In all that rows show: what happened, names of people and things, addresses, programs, ids. */
  search,
  /** Only what was refused. */
  refused: z.boolean().optional(),
  /** Only what superadmins did who visited. */
  superadmin: z.boolean().optional(),
}

/** Whatever a row says of something. */
export type AuditValue = string | number | boolean | null | AuditValue[] | { [key: string]: AuditValue }
// Typed by hand: zod's own JSON refers to itself, which descriptions of the API can't.
const auditValue = z.unknown() as z.ZodType<AuditValue>

/** What an id in a row stands for, where it still has a name. */
export const auditName = z.object({ name: z.string(), link: z.string().nullable() })
export type AuditName = z.infer<typeof auditName>

export const auditActor = z.object({
  /** Former: no longer a member. Platform: nobody asked for it. */
  kind: z.enum(['person', 'former', 'platform']),
  /** Null for the platform, and for former members who are not known any more. */
  person: person.nullable(),
  /** A superadmin who visited the organisation. */
  superadmin: z.boolean(),
  /** The program that acted for the person; without a name where its token is gone. */
  api_token: z.object({ id, name: z.string().nullable() }).nullable(),
})

export const auditEntry = z.object({
  id,
  /** To go on from, as `before` or `after`. */
  place: z.string(),
  event: z.string(),
  occurred_at: time,
  actor: auditActor,
  subject: z
    .object({
      id,
      kind: z.enum(auditSubjectKindKeys),
      name: z.string().nullable(),
      link: z.string().nullable(),
    })
    .nullable(),
  address: z.string().nullable(),
  client: z.string().nullable(),
  request_id: z.string().nullable(),
  /** What it was and became; values as they are in the log. */
  changes: z.array(z.object({ field: z.string(), before: auditValue, after: auditValue })),
  /** What else the row says. */
  facts: z.array(z.object({ field: z.string(), value: auditValue })),
  /** By id, for the ids in changes and facts. */
  names: z.record(z.string(), auditName),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudits = route({
  method: 'GET',
  path: 'audits',
  summary: 'The audit log: who did what, newest first',
  access: 'read:audits',
  query: z.strictObject({
    ...paging,
    ...auditFilter,
    /** Older than this place only. `next` uses it: unlike `offset` it reaches to the end of the log. */
    before: auditPlace.optional(),
    /** Newer than this place only. */
    after: auditPlace.optional(),
  }),
  response: listOf(auditEntry).extend({
    /** There are more than `count`. */
    more_than_count: z.boolean(),
    /** Where the search stopped with fewer rows than asked for: `next` goes on from there. Null: it did not. */
    searched_to: time.nullable(),
  }),
  status: 200,
})

export const auditsDownloadUrl = route({
  method: 'GET',
  path: 'audits/export',
  summary: 'A download address for the audit log as a table, valid for half an hour',
  access: 'read:audits',
  query: z.strictObject(auditFilter),
  response: z.object({
    url: z.string(),
    file_name: z.string(),
    /** Rows in it, as far as the list counts them. */
    count: z.int(),
    /** It is written while it is sent. */
    size: z.null(),
  }),
  status: 200,
  audit: 'audits.exported',
})

export const auditVerification = z.object({
  id,
  /** Null: on the command line, or by someone who is gone. */
  started_by: person.nullable(),
  started_at: time,
  finished_at: time,
  rows: z.int(),
  seals: z.int(),
  /** Seals of which storage has a copy. */
  copied: z.int(),
  /** Rows that were too new to be sealed. */
  unsealed: z.int(),
  /** What doesn't hold, in sentences; the first of them where they are many. Empty: nothing was changed. */
  faults: z.array(z.string()),
  fault_count: z.int(),
  /** Why copies in storage were not compared; null: they were. */
  uncompared: z.string().nullable(),
})
export type AuditVerification = z.infer<typeof auditVerification>

export const auditSealState = z.object({
  last_seal: z.object({ n: z.int(), sealed_at: time, key_id: z.string() }).nullable(),
  /** Rows that seals cover. */
  sealed_rows: z.int(),
  /** Newer rows, counted up to the limit of lists. */
  unsealed_rows: z.int(),
  /** Seals of which storage has a copy. */
  copied_seals: z.int(),
  last_verification: auditVerification.nullable(),
  /** One that waits or runs. */
  running: job.nullable(),
})
export type AuditSealState = z.infer<typeof auditSealState>

export const readAuditSeals = route({
  method: 'GET',
  path: 'audits/seals',
  summary: 'State of the audit log’s seals and their last verification',
  access: 'read:audits',
  response: auditSealState,
  status: 200,
})

export const verifyAudits = route({
  method: 'POST',
  path: 'audits/verify',
  summary: 'Compare the whole audit log with its seals, as a job',
  access: 'read:audits',
  response: job,
  status: 201,
  errors: ['already_running'],
  audit: 'job.started',
})
