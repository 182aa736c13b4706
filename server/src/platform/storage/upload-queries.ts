import { ApiError } from '@cresyl/contract/api/errors'
import { bytes } from '@cresyl/contract/api/limits'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { type UploadState, uploads } from '../db/schema/index.ts'
import { storeObjectRow, usedBytes } from './object-queries.ts'
import { findQuota } from './quota.ts'
import type { UploadReference } from './storage.ts'

export interface UploadRow {
  id: string
  organizationId: string
  path: string
  size: number
  partSize: number
  state: UploadState
  externalId: string | null
  hash: Buffer | null
}

export interface Reservation {
  id: string
  organizationId: string
  path: string
  size: number
  partSize: number
  /** Bytes that the disk has left; null where there is no end to them. */
  freeBytes: number | null
}

const reservationLock = 6_020_180

/** Inserts the upload if there is room for it; reservations are made one after another. */
export async function reserveUpload(tx: Tx, { freeBytes, ...upload }: Reservation): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`)
  await requireQuota(tx, upload.organizationId, upload.size)
  if (freeBytes !== null && upload.size > (await takeableBytes(tx, upload.organizationId, freeBytes))) {
    throw new ApiError('storage_full')
  }
  await tx.insert(uploads).values(upload)
}

/** An upload that nobody has gone on with for so long keeps no room: where it goes on, there is some or there isn't. */
const heldMinutes = 15
/** What one organisation must leave to the others, of what is free: half of it, or that. */
const leftToOthers = 20 * bytes.GB

/** Of what is free: less what open uploads have reserved and not yet written, and what others are to find. */
async function takeableBytes(tx: Tx, organizationId: string, freeBytes: number): Promise<number> {
  const { rows } = await tx.execute<{ promised: string; own: string; others: boolean }>(sql`
    select coalesce(sum(rest), 0) as promised,
      coalesce(sum(rest) filter (where organization_id = ${organizationId}), 0) as own,
      exists (select from organizations where id <> ${organizationId} and disabled_at is null) as others
    from (
      select u.organization_id, u.size - coalesce(p.bytes, 0) as rest
      from uploads u
      left join lateral (
        select sum(least(u.part_size, u.size - (number - 1) * u.part_size)) as bytes
        from upload_parts where organization_id = u.organization_id and upload_id = u.id and etag is not null
      ) p on true
      where u.state = 'open' and u.touched_at > now() - make_interval(mins => ${heldMinutes})
    ) open`)
  const { promised, own, others } = rows[0] ?? { promised: 0, own: 0, others: false }
  const share = others ? freeBytes - Math.min(freeBytes / 2, leftToOthers) : freeBytes
  return Math.min(freeBytes - Number(promised), share - Number(own))
}

export async function requireQuota(tx: Tx, organizationId: string, wanted: number): Promise<void> {
  const quota = await findQuota(tx, organizationId)
  if (quota !== null && (await usedBytes(tx, organizationId)) + wanted > quota) {
    throw new ApiError('quota_exceeded')
  }
}

const columns = {
  id: uploads.id,
  organizationId: uploads.organizationId,
  path: uploads.path,
  size: uploads.size,
  partSize: uploads.partSize,
  state: uploads.state,
  externalId: uploads.externalId,
  hash: uploads.hash,
}

function isUpload({ organizationId, uploadId }: UploadReference) {
  return and(eq(uploads.organizationId, organizationId), eq(uploads.id, uploadId))
}

export async function findUpload(tx: Tx, upload: UploadReference): Promise<UploadRow> {
  const [row] = await tx.select(columns).from(uploads).where(isUpload(upload))
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** Nobody else changes the upload until the transaction ends; parts can't be acknowledged meanwhile. */
export async function lockUpload(tx: Tx, upload: UploadReference): Promise<UploadRow> {
  const [row] = await tx.select(columns).from(uploads).where(isUpload(upload)).for('update')
  if (row === undefined) throw new ApiError('not_found')
  return row
}

export async function nameUpload(tx: Tx, upload: UploadReference, externalId: string): Promise<void> {
  await tx.update(uploads).set({ externalId }).where(isUpload(upload))
}

/** Someone is still at it. */
export async function touchUpload(tx: Tx, upload: UploadReference): Promise<UploadRow> {
  const [row] = await tx
    .update(uploads)
    .set({ touchedAt: sql`now()` })
    .where(and(isUpload(upload), eq(uploads.state, 'open')))
    .returning(columns)
  return row ?? Promise.reject(await whyClosed(tx, upload))
}

async function whyClosed(tx: Tx, upload: UploadReference): Promise<ApiError> {
  await findUpload(tx, upload)
  return new ApiError('upload_closed')
}

export async function closeUpload(
  tx: Tx,
  upload: UploadReference,
  state: 'completing' | 'aborted',
  hash: Buffer | null = null,
): Promise<void> {
  await tx.update(uploads).set({ state, hash, touchedAt: sql`now()` }).where(isUpload(upload))
}

/** Closes the upload if it is still open, so that nothing more comes of it. Returns what it was until now. */
export async function closeIfOpen(tx: Tx, upload: UploadReference): Promise<UploadRow> {
  const found = await lockUpload(tx, upload)
  if (found.state === 'open') await closeUpload(tx, upload, 'aborted')
  return found
}

/** The completion failed for a reason that the client can mend. */
export async function reopenUpload(tx: Tx, upload: UploadReference): Promise<void> {
  await tx
    .update(uploads)
    .set({ state: 'open', hash: null, touchedAt: sql`now()` })
    .where(and(isUpload(upload), eq(uploads.state, 'completing')))
}

/** The bytes that were reserved are now those of an object. */
export async function finishUpload(tx: Tx, upload: UploadRow): Promise<void> {
  const finished = await tx
    .update(uploads)
    .set({ state: 'complete', touchedAt: sql`now()` })
    .where(
      and(
        isUpload({ organizationId: upload.organizationId, uploadId: upload.id }),
        eq(uploads.state, 'completing'),
      ),
    )
    .returning({ id: uploads.id })
  // Someone else has finished it, and the object may have been deleted since.
  if (finished.length > 0) await storeObjectRow(tx, upload)
}

export const idleHours = 24
const keptDays = 7

/** Uploads that nobody goes on with. */
export async function selectIdleUploads(tx: Tx): Promise<UploadReference[]> {
  return tx
    .select({ organizationId: uploads.organizationId, uploadId: uploads.id })
    .from(uploads)
    .where(
      and(
        eq(uploads.state, 'open'),
        sql`${uploads.touchedAt} < now() - make_interval(hours => ${idleHours})`,
      ),
    )
}

/** Completions that were cut short: what completes now is given a minute. */
export async function selectUnfinishedUploads(tx: Tx): Promise<UploadRow[]> {
  return tx
    .select(columns)
    .from(uploads)
    .where(and(eq(uploads.state, 'completing'), sql`${uploads.touchedAt} < now() - interval '1 minute'`))
}

/** Those among the ids that are still needed. */
export async function selectLiveUploads(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from uploads where state in ('open', 'completing') and id = any (${sql.param(ids)}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function selectLiveExternalIds(tx: Tx): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select external_id as id from uploads where state in ('open', 'completing') and external_id is not null`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What an upload was is of interest for a while after it has ended, to those who ask twice. */
export async function removeOldUploads(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from uploads
    where state in ('complete', 'aborted') and touched_at < now() - make_interval(days => ${keptDays})`)
}
