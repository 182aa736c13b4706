import { statfs } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { StorageConfig } from '../config/storage-settings.ts'
import type { Tx } from '../db/database.ts'
import { defaultQuota, organizations } from '../db/schema/index.ts'

/** What an organisation may store, by its own quota or that of all others; null: no limit. */
export const quotaBytes = sql<number | null>`coalesce(${organizations.quotaBytes},
  (select ${defaultQuota.quotaBytes} from ${defaultQuota}))`.mapWith(Number)

export async function findQuota(tx: Tx, organizationId: string): Promise<number | null> {
  const [found] = await tx
    .select({ quota: quotaBytes })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return found?.quota ?? null
}

/** Takes down what the configuration comes to on this disk, so that every process knows it. */
export async function keepDefaultQuota(tx: Tx, storage: StorageConfig): Promise<void> {
  const row = { quotaBytes: await bytesOf(storage) }
  await tx
    .insert(defaultQuota)
    .values(row)
    .onConflictDoUpdate({
      target: defaultQuota.single,
      set: row,
      setWhere: sql`${defaultQuota.quotaBytes} is distinct from excluded.quota_bytes`,
    })
}

async function bytesOf(storage: StorageConfig): Promise<number | null> {
  const { defaultQuota: given } = storage
  if (given === null || 'bytes' in given) return given?.bytes ?? null
  // A bucket has no end that could be shared.
  if (storage.kind === 's3') return null
  const { blocks, bsize } = await statfs(storage.folder)
  return Math.floor(blocks * bsize * given.share)
}
