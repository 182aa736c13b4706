import { exportLimits } from '@cresyl/contract/limits'
import type { PurgeableKind } from '@cresyl/contract/purgeable-kinds'
import type { PurgeableItem, StorageKind } from '@cresyl/contract/storage'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { idleHours } from '../../platform/storage/upload-queries.ts'
import { restingMinutes } from '../files/purge-unfinished.ts'
import { supersededRuns } from '../inference/superseded.ts'

export interface Part {
  kind: StorageKind
  projectId: string | null
  projectName: string | null
  /** `2026-11`; null for what is just being written. */
  month: string | null
  objects: number
  bytes: number
}

const ofOwner = sql.raw(`'^(files|images|exports|qc|inference)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'`)

/** What an organisation has in storage, and what owns it: its path says so. */
const owned = (organizationId: string) => sql`
  owned as materialized (
    select path, size, stored_at, split_part(path, '/', 1) as owner, split_part(path, '/', 3) as part,
      case when path ~ ${ofOwner} then split_part(path, '/', 2)::uuid end as id
    from stored_objects where organization_id = ${organizationId} and is_counted(path)
  )`

/** The smallest parts that any sum is made of: whatever is shown adds up. */
export async function selectParts(tx: Tx, organizationId: string, timeZone: string): Promise<Part[]> {
  const { rows } = await tx.execute<{
    kind: StorageKind
    project_id: string | null
    project_name: string | null
    month: string | null
    objects: string
    bytes: string
  }>(sql`
    with ${owned(organizationId)}, placed as (
      select o.size, o.stored_at,
        case o.owner
          when 'files' then case o.part when 'original' then 'source' when 'without-label' then 'copy' else 'derived' end
          when 'images' then case i.kind when 'output' then 'output' when 'overlay' then 'overlay' else 'derived' end
          when 'exports' then 'export'
          when 'qc' then 'result'
          when 'inference' then 'result'
          else 'other'
        end as kind,
        coalesce(s.project_id, f.project_id) as project_id
      from owned o
      left join exports e on o.owner = 'exports' and e.id = o.id
      left join qc_jobs q on o.owner = 'qc' and q.id = o.id
      left join inference_jobs r on o.owner = 'inference' and r.id = o.id
      left join images i on i.organization_id = ${organizationId}
        and i.id = case o.owner when 'images' then o.id when 'exports' then e.image_id when 'qc' then q.image_id
          when 'inference' then r.image_id end
      left join files f on f.id = case when o.owner = 'files' then o.id else i.file_id end
      left join slides s on s.organization_id = ${organizationId}
        and (s.id = i.slide_id or (i.id is null and s.file_id = f.id))
    )
    select p.kind, p.project_id, projects.name as project_name,
      to_char(p.stored_at at time zone ${timeZone}, 'YYYY-MM') as month, count(*) as objects, sum(p.size) as bytes
    from placed p left join projects on projects.id = p.project_id
    group by 1, 2, 3, 4`)
  return rows.map((row) => ({
    kind: row.kind,
    projectId: row.project_id,
    projectName: row.project_name,
    month: row.month,
    objects: Number(row.objects),
    bytes: Number(row.bytes),
  }))
}

interface Condition {
  organizationId: string
  kinds?: readonly PurgeableKind[] | undefined
}

/** Everything that could go, with what it takes up: of a slide its file, its images and what was made of them. */
function purgeable({ organizationId, kinds }: Condition): SQL {
  return sql`
    with ${owned(organizationId)}, settings as (
      select retention_days from organization_settings where organization_id = ${organizationId}
    ), bytes_of as (
      select o.owner, o.id, sum(o.size) as bytes from owned o where o.id is not null group by 1, 2
    ), items as (
      select 'deleted_slides' as kind, s.id, s.name, s.deleted_at as since,
        s.deleted_at + make_interval(days => settings.retention_days) as goes_at,
        (select coalesce(sum(b.bytes), 0) from bytes_of b where
          (b.owner = 'files' and b.id = s.file_id)
          or (b.owner = 'images' and b.id in (select i.id from images i
            where i.organization_id = ${organizationId} and (i.slide_id = s.id or i.file_id = s.file_id)))) as bytes
      from slides s, settings
      where s.organization_id = ${organizationId} and s.deleted_at is not null
      union all
      select 'exports', e.id, e.file_name, coalesce(e.made_at, e.created_at),
        coalesce(e.made_at, e.created_at) + make_interval(days => ${exportLimits.keptDays}),
        coalesce((select b.bytes from bytes_of b where b.owner = 'exports' and b.id = e.id), 0)
      from exports e
      where e.organization_id = ${organizationId} and e.path is not null
      union all
      select 'unreadable_files', f.id, f.name, f.updated_at, null,
        coalesce((select b.bytes from bytes_of b where b.owner = 'files' and b.id = f.id), 0)
      from files f
      where f.organization_id = ${organizationId} and f.origin = 'upload' and f.state = 'stored'
        and f.reading_state = 'failed'
        and not exists (select from slides s where s.organization_id = ${organizationId} and s.file_id = f.id)
      union all
      select 'superseded_outputs', r.id, r.name || ' of ' || r.slide_name, r.replaced_at, null,
        (select coalesce(sum(b.bytes), 0) from bytes_of b
          where b.owner = 'images' and b.id in (
            select p.image_id from inference_outputs p where p.inference_job_id = r.id))
        + (select coalesce(sum(p.size), 0) from inference_outputs p
          where p.inference_job_id = r.id and p.path is not null)
      from (${supersededRuns(organizationId)}) as r
      union all
      select 'unfinished_uploads', f.id, f.name, u.touched_at, u.touched_at + make_interval(hours => ${idleHours}), u.size
      from files f join uploads u on u.organization_id = f.organization_id and u.id = f.upload_id
      where f.organization_id = ${organizationId} and f.state = 'created' and u.state = 'open'
        and u.touched_at <= now() - make_interval(mins => ${restingMinutes})
    )
    select * from items ${kinds && kinds.length > 0 ? sql`where kind = any (${sql.param(kinds)}::text[])` : sql``}`
}

type ItemRow = {
  kind: PurgeableKind
  id: string
  name: string
  bytes: string
  since: string | Date
  goes_at: string | Date | null
}

export async function selectPurgeable(
  tx: Tx,
  condition: Condition,
  { limit, offset }: { limit: number; offset: number },
): Promise<PurgeableItem[]> {
  const { rows } = await tx.execute<ItemRow>(sql`
    select * from (${purgeable(condition)}) as found
    order by goes_at nulls last, since, id limit ${limit} offset ${offset}`)
  return rows.map(({ since, goes_at, bytes, ...row }) => ({
    ...row,
    bytes: Number(bytes),
    since: new Date(since).toISOString(),
    goes_at: goes_at === null ? null : new Date(goes_at).toISOString(),
  }))
}

export interface PurgeableSum {
  kind: PurgeableKind
  count: number
  bytes: number
  nextAt: string | null
}

export async function sumPurgeable(tx: Tx, condition: Condition): Promise<PurgeableSum[]> {
  const { rows } = await tx.execute<{
    kind: PurgeableKind
    count: string
    bytes: string
    next_at: string | Date | null
  }>(sql`
    select kind, count(*) as count, sum(bytes) as bytes, min(goes_at) as next_at
    from (${purgeable(condition)}) as found group by kind`)
  return rows.map(({ kind, count, bytes, next_at }) => ({
    kind,
    count: Number(count),
    bytes: Number(bytes),
    nextAt: next_at === null ? null : new Date(next_at).toISOString(),
  }))
}
