import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { storedObjects } from '../db/schema/index.ts'
import type { ObjectKey } from './storage.ts'

/** What the organisation's objects and unfinished uploads take up; stored_bytes is kept with every object. */
export async function usedBytes(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    select (select coalesce(sum(bytes), 0) from stored_bytes where organization_id = ${organizationId})
      + (select coalesce(sum(size), 0) from uploads
         where organization_id = ${organizationId} and state in ('open', 'completing')) as bytes`)
  return Number(rows[0]?.bytes)
}

function isObject({ organizationId, path }: ObjectKey) {
  return and(eq(storedObjects.organizationId, organizationId), eq(storedObjects.path, path))
}

/** Those that are there, and when each was written last, in microseconds since 1970. */
export async function selectObjects(
  tx: Tx,
  organizationId: string,
  paths: readonly string[],
): Promise<{ path: string; size: number; writtenAt: number }[]> {
  return tx
    .select({
      path: storedObjects.path,
      size: storedObjects.size,
      writtenAt: sql<number>`extract(epoch from ${storedObjects.storedAt}) * 1000000`.mapWith(Number),
    })
    .from(storedObjects)
    .where(
      and(
        eq(storedObjects.organizationId, organizationId),
        inArray(storedObjects.path, [...paths]),
        isNotNull(storedObjects.storedAt),
      ),
    )
}

/** Null where it is not known, or just being written. */
export async function findRecordedSize(tx: Tx, key: ObjectKey): Promise<number | null> {
  const { size, storedAt, writing } = storedObjects
  const [found] = await tx
    .select({ size })
    .from(storedObjects)
    .where(and(isObject(key), isNotNull(storedAt), isNull(writing)))
  return found?.size ?? null
}

/** Before the first byte is written. */
export async function announceObject(tx: Tx, key: ObjectKey, writing: string, size: number): Promise<void> {
  await tx
    .insert(storedObjects)
    .values({
      organizationId: key.organizationId,
      path: key.path,
      size,
      writing,
      writingSince: sql`now()`,
    })
    .onConflictDoUpdate({
      target: [storedObjects.organizationId, storedObjects.path],
      set: { writing, writingSince: sql`now()` },
    })
}

export async function confirmObject(
  tx: Tx,
  key: ObjectKey,
  writing: string,
  content: { size: number; hash: Buffer | null },
): Promise<void> {
  await tx
    .update(storedObjects)
    .set({ ...content, partSize: null, storedAt: sql`now()`, ...endOf(writing) })
    .where(isObject(key))
}

/** The write failed: what was there before is there still. */
export async function withdrawObject(tx: Tx, key: ObjectKey, writing: string): Promise<void> {
  await tx
    .delete(storedObjects)
    .where(and(isObject(key), eq(storedObjects.writing, writing), isNull(storedObjects.storedAt)))
  await tx.update(storedObjects).set(endOf(writing)).where(isObject(key))
}

/** Another write to the same key that began later stays announced. */
function endOf(writing: string) {
  return {
    writing: sql`nullif(${storedObjects.writing}, ${writing}::uuid)`,
    writingSince: sql`case when ${storedObjects.writing} <> ${writing}::uuid then ${storedObjects.writingSince} end`,
  }
}

export async function storeObjectRow(
  tx: Tx,
  upload: ObjectKey & { size: number; partSize: number; hash: Buffer | null },
): Promise<void> {
  const { organizationId, path, size, partSize, hash } = upload
  const content = { size, hash, partSize, storedAt: sql`now()` }
  await tx
    .insert(storedObjects)
    .values({ organizationId, path, ...content })
    .onConflictDoUpdate({ target: [storedObjects.organizationId, storedObjects.path], set: content })
}

/** Before the object is removed: a crash then leaves no row that counts for nothing. */
export async function announceRemoval(tx: Tx, key: ObjectKey, writing: string): Promise<void> {
  await tx.update(storedObjects).set({ writing, writingSince: sql`now()` }).where(isObject(key))
}

export async function removeObjectRow(tx: Tx, key: ObjectKey): Promise<void> {
  await tx.delete(storedObjects).where(isObject(key))
}

export interface AbandonedObject extends ObjectKey {
  writing: string
  /** Whether something had been there before. */
  stored: boolean
}

const abandonedHours = 24

/** Writes that were announced and never confirmed or withdrawn. */
export async function selectAbandonedObjects(tx: Tx): Promise<AbandonedObject[]> {
  const { rows } = await tx.execute<{
    organization_id: string
    path: string
    writing: string
    stored: boolean
  }>(sql`
    select organization_id, path, writing, stored_at is not null as stored from stored_objects
    where writing is not null and writing_since < now() - make_interval(hours => ${abandonedHours})`)
  return rows.map(({ organization_id, ...row }) => ({ organizationId: organization_id, ...row }))
}
