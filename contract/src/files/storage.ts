import { id, time } from '../api/fields.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { job } from '../operations/jobs.ts'
import { purgeableKindKeys } from '../operations/purgeable-kinds.ts'

const bytes = z.int().min(0)
const count = z.int().min(0)

/** What is in storage, in the words of the people who pay for it. */
export const storageKinds = {
  source: 'Uploaded scans',
  copy: 'Copies without label',
  derived: 'Thumbnails and levels',
  output: 'Outputs of predictors',
  overlay: 'Heat maps and masks',
  result: 'Detections and findings',
  export: 'Exported regions',
  other: 'Other',
} as const
export type StorageKind = keyof typeof storageKinds
export const storageKindKeys = Object.keys(storageKinds) as [StorageKind, ...StorageKind[]]

/** Whoever asks for a purge can take it back for so long. */
export const purgeUndoMinutes = 10

export const storageReport = z.object({
  used_bytes: bytes,
  /** Null: as much as there is room. */
  quota_bytes: bytes.nullable(),
  retention_days: z.int(),
  /** Each of these adds up to what is used. */
  by_kind: z.array(z.object({ kind: z.enum(storageKindKeys), objects: count, bytes })),
  by_project: z.array(
    z.object({
      /** Null: of slides without a project, or of none. */
      project: z.object({ id, name: z.string() }).nullable(),
      objects: count,
      bytes,
    }),
  ),
  /** What is there now by the month in which it came, in the organisation's time zone; months without any are zero. */
  by_month: z.array(z.object({ month: z.string(), added_bytes: bytes, total_bytes: bytes })),
  purgeable: z.array(z.object({ kind: z.enum(purgeableKindKeys), count, bytes, next_at: time.nullable() })),
})
export type StorageReport = z.infer<typeof storageReport>

export const purgeableItem = z.object({
  kind: z.enum(purgeableKindKeys),
  id,
  name: z.string(),
  bytes,
  /** Since when nobody needs it. */
  since: time,
  /** When it goes by itself; null: not unless someone says so. */
  goes_at: time.nullable(),
})
export type PurgeableItem = z.infer<typeof purgeableItem>

export const readStorage = route({
  method: 'GET',
  path: 'files/storage',
  summary: 'Storage by kind, project and month, and what can be removed',
  access: 'read:files',
  response: storageReport,
  status: 200,
})

export const listPurgeable = route({
  method: 'GET',
  path: 'files/storage/purgeable',
  summary: 'What can be removed, and when it is removed automatically, the next first',
  access: 'read:files',
  query: z.strictObject({ ...paging, kind: z.array(z.enum(purgeableKindKeys)).optional() }),
  response: listOf(purgeableItem),
  status: 200,
})

export const createPurge = route({
  method: 'POST',
  path: 'files/storage/purges',
  summary: 'Remove items permanently; cancelling the job before it starts undoes this',
  access: 'update:organization_settings',
  body: z.strictObject({ kinds: z.array(z.enum(purgeableKindKeys)).min(1, 'Choose what to remove') }),
  response: job,
  status: 201,
  errors: ['already_running'],
  audit: 'storage.purge_asked',
  whenFull: true,
})
