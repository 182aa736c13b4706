import { ApiError } from '@cresyl/contract/api/errors'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { isPartNumber, type PartLayout, partLength } from '../part-layout.ts'
import type { StoredPart, UploadReference } from '../storage.ts'
import { findUpload, touchUpload } from '../upload-queries.ts'

export interface PartKey extends UploadReference {
  number: number
}

/** One request that brings a part. */
export interface Attempt extends PartKey {
  generation: number
  /** The process it arrived at. */
  writer: string
}

export interface Claim {
  layout: PartLayout
  generation: number
  /** Whether the attempt may write already; else another one may still be writing. */
  mayWrite: boolean
  /** Set where the part is stored already. */
  etag: string | null
}

const isPart = ({ organizationId, uploadId, number }: PartKey) =>
  sql`organization_id = ${organizationId} and upload_id = ${uploadId} and number = ${number}`

/** Makes this the newest attempt at the part: from here on no other can be acknowledged. */
export async function claimPart(tx: Tx, part: PartKey, size: number, writer: string): Promise<Claim> {
  const upload = await touchUpload(tx, part)
  if (!isPartNumber(upload, part.number) || partLength(upload, part.number) !== size) {
    throw new ApiError('invalid_input', {
      detail: `Part ${part.number} of this upload is not ${size} bytes.`,
    })
  }
  const { rows } = await tx.execute<{ generation: number; writes: boolean; etag: string | null }>(sql`
    insert into upload_parts as p (organization_id, upload_id, number, generation, writer, writer_generation)
    values (${part.organizationId}, ${part.uploadId}, ${part.number}, 1, ${writer}, 1)
    on conflict (organization_id, upload_id, number) do update set
      generation = p.generation + 1,
      writer = coalesce(p.writer, excluded.writer),
      writer_generation = case when p.writer is null then p.generation + 1 else p.writer_generation end
    returning generation, writer = ${writer} and writer_generation = generation as writes, etag`)
  const [row] = rows
  if (row === undefined) throw new Error('A claim returned no row')
  return { layout: upload, generation: row.generation, mayWrite: row.writes, etag: row.etag }
}

export interface TakeOver {
  /** Who may still be writing; null: the attempt may write now. */
  busy: string | null
  etag: string | null
}

/** Asks to write after older attempts; `dead` is a process of which it is known that it writes no more. */
export async function takeOver(tx: Tx, attempt: Attempt, dead: string | null): Promise<TakeOver> {
  await touchUpload(tx, attempt)
  const { rows } = await tx.execute<{ generation: number; writer: string | null; etag: string | null }>(
    sql`select generation, writer, etag from upload_parts where ${isPart(attempt)} for update`,
  )
  const [row] = rows
  if (row?.generation !== attempt.generation) throw overtaken()
  if (row.writer !== null && row.writer !== attempt.writer && row.writer !== dead) {
    return { busy: row.writer, etag: row.etag }
  }
  await tx.execute(sql`
    update upload_parts set writer = ${attempt.writer}, writer_generation = ${attempt.generation}
    where ${isPart(attempt)}`)
  return { busy: null, etag: row.etag }
}

/** What was stored is about to be overwritten. */
export async function forgetPart(tx: Tx, attempt: Attempt): Promise<void> {
  await touchUpload(tx, attempt)
  await updateNewest(tx, attempt, sql`etag = null, stored_at = null`)
}

/** The part is on disk and is said to be. */
export async function acknowledgePart(tx: Tx, attempt: Attempt, etag: string): Promise<void> {
  await touchUpload(tx, attempt)
  await updateNewest(
    tx,
    attempt,
    sql`etag = ${etag}, stored_at = now(), writer = null, writer_generation = null`,
  )
}

async function updateNewest(tx: Tx, attempt: Attempt, changes: ReturnType<typeof sql>): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`update upload_parts set ${changes} where ${isPart(attempt)} and generation = ${attempt.generation}`,
  )
  if (rowCount !== 1) throw overtaken()
}

/** The attempt writes no more. */
export async function releasePart(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.execute(sql`
    update upload_parts set writer = null, writer_generation = null
    where ${isPart(attempt)} and writer = ${attempt.writer} and writer_generation = ${attempt.generation}`)
}

export async function selectStoredParts(tx: Tx, upload: UploadReference): Promise<StoredPart[]> {
  const layout = await findUpload(tx, upload)
  const { rows } = await tx.execute<{ number: number; etag: string }>(sql`
    select number, etag from upload_parts
    where organization_id = ${upload.organizationId} and upload_id = ${upload.uploadId} and etag is not null
    order by number`)
  return rows.map(({ number, etag }) => ({ partNumber: number, etag, size: partLength(layout, number) }))
}

/** Of these attempts, those that a newer one or the end of the upload has made pointless. */
export async function selectPointless(tx: Tx, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const ids = attempts.map(({ uploadId }) => uploadId)
  const numbers = attempts.map(({ number }) => number)
  const { rows } = await tx.execute<{ upload_id: string; number: number; generation: number }>(sql`
    select p.upload_id, p.number, p.generation
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(numbers)}::integer[]) as a (upload_id, number)
    join uploads u on u.id = a.upload_id and u.state = 'open'
    join upload_parts p on p.organization_id = u.organization_id and p.upload_id = u.id and p.number = a.number`)
  const newest = new Map(rows.map((row) => [`${row.upload_id}/${row.number}`, row.generation]))
  return attempts.filter(
    ({ uploadId, number, generation }) => newest.get(`${uploadId}/${number}`) !== generation,
  )
}

export function overtaken(): ApiError {
  return new ApiError('upload_closed', {
    detail: 'The same part is being sent again. Only the newest counts.',
  })
}
