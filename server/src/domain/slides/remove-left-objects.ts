import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { deleteInTurns } from '../storage/delete-in-turns.ts'

/**
 * Removes from storage what belongs to a file, an image, an export, a quality check or a run that is gone: what a purge leaves once its rows
 * are removed, and left when it was interrupted. Returns how many objects.
 */
export function removeLeftObjects(context: Context): Promise<number> {
  return deleteInTurns(context, selectLeft)
}

/**
 * The row of a file or an export is there before its bytes; that of an image, or what it names, only when the job that
 * makes them ends.
 */
async function selectLeft(tx: Tx, most: number): Promise<ObjectKey[]> {
  const { rows } = await tx.execute<{ organization_id: string; path: string }>(sql`
    with owned as materialized (
      select organization_id, path, stored_at, split_part(path, '/', 1) as owner, split_part(path, '/', 2)::uuid as id
      from stored_objects
      where path ~ '^(files|images|exports|qc|inference)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
        and stored_at is not null and writing is null
    )
    select o.organization_id, o.path from owned o
    where case o.owner
      -- Copies, and whatever is stored of one that was imported, are what its row names or is about to name.
      when 'files' then not exists (
        select from files f
        where f.id = o.id and (
          (f.origin = 'upload' and split_part(o.path, '/', 3) <> 'without-label')
          or o.path in (f.header_path, f.copy_path)
          or (f.reading_state <> 'none' and o.stored_at >= now() - interval '1 day')
        )
      )
      when 'exports' then not exists (select from exports e where e.id = o.id)
      -- How far a check came is of no use once it has ended.
      when 'qc' then not exists (
        select from qc_jobs q
        where q.id = o.id and (
          q.state in ('queued', 'running') or o.stored_at >= now() - interval '1 day'
          or o.path in (select value from jsonb_each_text(q.outlines))
        )
      )
      -- So is how far a run came.
      when 'inference' then not exists (
        select from inference_jobs r
        where r.id = o.id and (
          r.state in ('queued', 'running') or o.stored_at >= now() - interval '1 day'
          or exists (select from inference_outputs p where p.inference_job_id = r.id and p.path = o.path)
        )
      )
      -- Of what attempts have made, each in a folder of its own, one is shown.
      else o.stored_at < now() - interval '1 day' and not exists (
        select from images i
        where i.id = o.id and (
          split_part(o.path, '/', 3) !~ '^[0-9a-f-]{36}_[0-9]+$'
          or o.path in (i.path, i.levels_path, i.thumbnail_path, i.path || '.header', i.levels_path || '.header')
        )
      )
    end
    limit ${most}`)
  return rows.map(({ organization_id, path }) => ({ organizationId: organization_id, path }))
}
