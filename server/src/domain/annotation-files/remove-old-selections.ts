import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { selectionFolder } from './selection.ts'

const selectionsAtOnce = 500

/** Removes lists of annotations to be exported whose addresses have long expired. Returns how many. */
export async function removeOldSelections({ database, storage }: Context): Promise<number> {
  for (let removed = 0; ; ) {
    const old = await database.asSystem(selectOld)
    for (const key of old) await storage.delete(key)
    removed += old.length
    if (old.length < selectionsAtOnce) return removed
  }
}

async function selectOld(tx: Tx): Promise<ObjectKey[]> {
  const { rows } = await tx.execute<{ organization_id: string; path: string }>(sql`
    select organization_id, path from stored_objects
    where path like ${`${selectionFolder}/%`} and stored_at < now() - interval '1 day' and writing is null
    limit ${selectionsAtOnce}`)
  return rows.map(({ organization_id, path }) => ({ organizationId: organization_id, path }))
}
