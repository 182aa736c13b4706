import { id, idOrNone, person, prose, time, version } from '../api/fields.ts'
import { requestLimits, textLimits } from '../api/limits.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { analytics, analyticsQuery, commonGroups } from '../reports/analytics.ts'
import { type QcState, qcStates } from '../slides/slides.ts'

/** `created` until all parts are assembled; the other three are final. */
export const fileStates = ['created', 'stored', 'failed', 'aborted'] as const
export type FileState = (typeof fileStates)[number]

/** What has become of a stored file: `none` before it is stored, then read until a slide stands for it, or not. */
export const readingStates = ['none', 'pending', 'reading', 'ready', 'failed'] as const
export type ReadingState = (typeof readingStates)[number]

interface StatusParts {
  state: FileState
  reading: readonly ReadingState[]
  /** Whether the quality of its slide is being checked; absent where that doesn't matter. */
  checking?: boolean
}

/** Where each stage of a file's way to a slide that was checked stands among the states. */
const statusParts = {
  uploading: { state: 'created', reading: readingStates },
  waiting: { state: 'stored', reading: ['none', 'pending'] },
  reading: { state: 'stored', reading: ['reading'] },
  checking: { state: 'stored', reading: ['ready'], checking: true },
  ready: { state: 'stored', reading: ['ready'], checking: false },
  unreadable: { state: 'stored', reading: ['failed'] },
  failed: { state: 'failed', reading: readingStates },
  cancelled: { state: 'aborted', reading: readingStates },
} as const satisfies Record<string, StatusParts>

/** All states of a file in one word. */
export type FileStatus = keyof typeof statusParts
export const fileStatuses = Object.keys(statusParts) as [FileStatus, ...FileStatus[]]

export const statesOf = (status: FileStatus): StatusParts => statusParts[status]

/** States of quality control in which a slide is not done with. */
export const checkingStates: readonly QcState[] = ['queued', 'running']

export function fileStatusOf(file: Pick<File, 'state' | 'reading_state' | 'qc_state'>): FileStatus {
  const isChecking = file.qc_state !== null && checkingStates.includes(file.qc_state)
  const isMet = (status: FileStatus) => {
    const { state, reading, checking = isChecking } = statesOf(status)
    return state === file.state && reading.includes(file.reading_state) && checking === isChecking
  }
  return fileStatuses.find(isMet) ?? 'waiting'
}

/** How the bytes came: sent by someone, or registered where they lie. */
export const fileOrigins = ['upload', 'import'] as const
export type FileOrigin = (typeof fileOrigins)[number]

export const file = z.object({
  id,
  name: z.string(),
  /** The extension. */
  media_type: z.string(),
  size: z.int(),
  state: z.enum(fileStates),
  state_message: z.string(),
  reading_state: z.enum(readingStates),
  /** Why it can't be read, and what to do. */
  reading_message: z.string(),
  origin: z.enum(fileOrigins),
  /** SHA-256 over the ordered SHA-256 of its parts, hexadecimal; null until known. */
  hash: z.string().nullable(),
  /** SHA-256 of the whole file, hexadecimal, as sha256sum gives it; null until it was read to its end. */
  sha256: z.string().nullable(),
  slide_id: id.nullable(),
  /** What its slide opens with. */
  image_id: id.nullable(),
  /** Of its slide; null without one. */
  qc_state: z.enum(qcStates).nullable(),
  /** The job that reads it. */
  job_id: id.nullable(),
  /** What its slide gets when it is read. */
  project_id: id.nullable(),
  tissue_id: id.nullable(),
  stainer_id: id.nullable(),
  /** Where it is now: its slide may have been moved since. */
  project: z.object({ id, name: z.string() }).nullable(),
  created_at: time,
  created_by: person.nullable(),
  updated_at: time,
  version,
})
export type File = z.infer<typeof file>

/** Whether it came to nothing and can be removed by whoever sent it; one that lies in a watched folder would come back. */
export function isDismissable(
  file: Pick<File, 'state' | 'reading_state' | 'qc_state' | 'origin' | 'slide_id'>,
): boolean {
  const status = fileStatusOf(file)
  if (status === 'unreadable') return file.origin === 'upload' && file.slide_id === null
  return status === 'failed' || status === 'cancelled'
}

const params = z.strictObject({ id })

/** Longer text is not looked into for what is wrong with it. */
const longestText = 1024

export const listFiles = route({
  method: 'GET',
  path: 'files',
  summary: 'Files of the organisation',
  access: 'read:files',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['name', 'size', 'created_at', 'updated_at'], '-created_at'),
    search,
    state: z.array(z.enum(fileStates)).optional(),
    reading_state: z.array(z.enum(readingStates)).optional(),
    /** All states in one word; several let through what is in any of them. */
    status: z.array(z.enum(fileStatuses)).optional(),
    /** Where they are now. */
    project_id: z.array(idOrNone).optional(),
    tissue_id: z.array(idOrNone).optional(),
    stainer_id: z.array(idOrNone).optional(),
    slide_id: id.optional(),
    created_by: z.array(idOrNone).optional(),
    created_after: time.optional(),
    created_before: time.optional(),
    /** Only those that you sent. */
    mine: z.boolean().optional(),
  }),
  response: listOf(file),
  status: 200,
})

export const readFile = route({
  method: 'GET',
  path: 'files/{id}',
  summary: 'One file',
  access: 'read:files',
  params,
  response: file,
  status: 200,
})

export const createFile = route({
  method: 'POST',
  path: 'files',
  summary: 'Register a file before its upload',
  access: 'create:files',
  body: z.strictObject({
    /** Name and size are checked as in the browser (uploads.ts); every fault is in `fields`. */
    name: z.string().max(longestText),
    /** The extension of the name. */
    media_type: z.string().max(longestText),
    size: z.int(),
    project_id: id.nullish(),
    tissue_id: id.nullish(),
    stainer_id: id.nullish(),
    organization_id: id.optional(),
  }),
  response: file,
  status: 201,
  errors: ['archived', 'quota_exceeded', 'too_many'],
  audit: 'file.created',
  idempotent: true,
})

export const updateFile = route({
  method: 'PATCH',
  path: 'files/{id}',
  summary: 'Set how an upload ended, or the project, tissue and stain of its slide',
  access: 'update:files',
  params,
  body: z.strictObject({
    state: z.enum(fileStates).optional(),
    /** Why; only together with a state. */
    state_message: prose(textLimits.message).optional(),
    project_id: id.nullish(),
    tissue_id: id.nullish(),
    stainer_id: id.nullish(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: file,
  status: 200,
  errors: ['forbidden', 'file_state', 'stale_version', 'archived'],
  audit: 'file.updated',
  whenFull: true,
})

export const beginMultipart = route({
  method: 'POST',
  path: 'files/{id}/multipart/init',
  summary: 'Start a multipart upload, or resume the open one',
  access: 'upload:files',
  params,
  response: z.object({ part_size: z.int(), part_count: z.int() }),
  status: 200,
  errors: ['file_state', 'storage_full', 'quota_exceeded'],
  audit: 'file.upload_begun',
})

export const partUrl = route({
  method: 'GET',
  path: 'files/{id}/multipart/part-url',
  summary: 'A signed address to send one part to',
  access: 'upload:files',
  params,
  query: z.strictObject({ partNumber: z.int().min(1).max(10_000) }),
  response: z.object({ url: z.string() }),
  status: 200,
  errors: ['file_state', 'upload_closed'],
})

export const completeMultipart = route({
  method: 'POST',
  path: 'files/{id}/multipart/complete',
  summary: 'Assemble the parts; the file is then read automatically',
  access: 'upload:files',
  params,
  body: z.strictObject({
    parts: z.array(z.strictObject({ PartNumber: z.int().min(1), ETag: z.string().max(200) })).max(10_000),
  }),
  response: file,
  status: 200,
  errors: ['file_state', 'upload_closed', 'parts_mismatch'],
  audit: 'file.stored',
  whenFull: true,
  bodyLimit: requestLimits.listBody,
})

export const abortMultipart = route({
  method: 'POST',
  path: 'files/{id}/multipart/abort',
  summary: 'Abort an upload; a stored file stays',
  access: 'upload:files',
  params,
  response: file,
  status: 200,
  errors: ['forbidden'],
  audit: 'file.upload_aborted',
  whenFull: true,
})

/** What `current` of `being_prepared` says: follow this job, and ask again once it has ended. */
export const preparation = z.object({ job_id: id })

/** Whoever may not see labels gets a copy without label, macro and names; the first who asks has it made. */
export const fileDownloadUrl = route({
  method: 'GET',
  path: 'files/{id}/download-url',
  summary: 'A download address for the file, valid for half an hour',
  access: 'download:files',
  params,
  response: z.object({
    url: z.string(),
    file_name: z.string(),
    size: z.int(),
    /** Whether this is the copy without label, macro and names, because you may not see them. */
    deidentified: z.boolean(),
  }),
  status: 200,
  errors: ['file_state', 'being_prepared'],
  audit: 'file.downloaded',
})

export const rereadFile = route({
  method: 'POST',
  path: 'files/{id}/read',
  summary: 'Read a stored file again, such as one that could not be read before',
  access: 'update:files',
  params,
  response: file,
  status: 200,
  errors: ['file_state', 'already_running'],
  audit: 'file.reread',
})

export const deleteFile = route({
  method: 'DELETE',
  path: 'files/{id}',
  summary: 'Remove one of your files that failed, was cancelled or could not be read',
  access: 'update:files',
  params,
  status: 204,
  errors: ['forbidden', 'file_state'],
  audit: 'file.dismissed',
})

export const filesOverTime = route({
  method: 'GET',
  path: 'files/analytics',
  summary: 'Downloads and uploads over time',
  access: 'read:files',
  query: z.strictObject({
    ...analyticsQuery,
    /** Bytes of uploads are those of files that were stored. */
    measure: z.enum(['downloads', 'download_bytes', 'uploads', 'upload_bytes']).default('downloads'),
    /** Downloads are of a kind, uploads are in a state. */
    group_by: z.enum([...commonGroups, 'kind', 'state']).default('none'),
  }),
  response: analytics,
  status: 200,
})
