import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { deleteInTurns } from '../storage/delete-in-turns.ts'
import { selectionFolder } from './selection.ts'

/** Removes lists of annotations to be exported whose addresses have long expired. Returns how many. */
export function removeOldSelections(context: Context): Promise<number> {
  return deleteInTurns(context, selectOld)
}

async function selectOld(tx: Tx, most: number): Promise<ObjectKey[]> {
  const { rows } = await tx.execute<{ organization_id: string; path: string }>(sql`
    select organization_id, path from stored_objects
    where path like ${`${selectionFolder}/%`} and stored_at < now() - interval '1 day' and writing is null
    limit ${most}`)
  return rows.map(({ organization_id, path }) => ({ organizationId: organization_id, path }))
}
