import { exportLimits } from '@cresyl/contract/api/limits'
import type { PurgeableItem, StorageKind } from '@cresyl/contract/files/storage'
import type { PurgeableKind } from '@cresyl/contract/operations/purgeable-kinds'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { idleHours } from '../../platform/storage/upload-queries.ts'
import { restingMinutes } from '../files/purge-unfinished.ts'
import { supersededRuns } from '../inference/superseded.ts'
import type { Rows } from '../resource.ts'

export interface Part {
  kind: StorageKind
  projectId: string | null
  projectName: string | null
  /** `2026-11`; null for what is just being written. */
  month: string | null
  objects: number
  bytes: number
}

/** Before anything was stored. */
const firstMonth = '1970-01-01'

/** When each month began: looking up the one of an object costs less than reckoning it in a time zone. */
const monthStarts = (timeZone: string) => sql`
  select array_agg(first_instant(local, ${timeZone}) order by local)
  from generate_series(${firstMonth}::timestamp, now() at time zone ${timeZone}, interval '1 month') as local`

/** Where its slide is now; what has none is where it was meant to go. */
const projectNow = sql`case when s.id is null then f.project_id else s.project_id end`

/** The smallest parts that any sum is made of: whatever is shown adds up. */
export async function selectParts(tx: Tx, organizationId: string, timeZone: string): Promise<Part[]> {
  // The database can't know how few sums there are: it would sort all objects, on disk, instead of adding them up.
  await tx.execute(sql`set local work_mem = '64MB'`)
  const { rows } = await tx.execute<{
    kind: StorageKind
    project_id: string | null
    project_name: string | null
    month: string | null
    objects: string
    bytes: string
  }>(sql`
    with owners as (
      select f.id, null as kind, ${projectNow} as project_id
      from files f left join slides s on s.organization_id = ${organizationId} and s.file_id = f.id
      where f.organization_id = ${organizationId}
      union all
      select i.id, i.kind, ${projectNow}
      from images i left join slides s on s.organization_id = ${organizationId} and s.id = i.slide_id
        left join files f on f.organization_id = ${organizationId} and f.id = i.file_id
      where i.organization_id = ${organizationId}
      union all
      select e.id, null, ${projectNow}
      from exports e join images i on i.organization_id = ${organizationId} and i.id = e.image_id
        left join slides s on s.organization_id = ${organizationId} and s.id = i.slide_id
        left join files f on f.organization_id = ${organizationId} and f.id = i.file_id
      where e.organization_id = ${organizationId}
      union all
      select q.id, null, s.project_id
      from qc_jobs q join slides s on s.organization_id = ${organizationId} and s.id = q.slide_id
      where q.organization_id = ${organizationId}
      union all
      select r.id, null, s.project_id
      from inference_jobs r join slides s on s.organization_id = ${organizationId} and s.id = r.slide_id
      where r.organization_id = ${organizationId}
    ), parts as (
      select case when o.kind <> 'image' then o.kind when w.kind in ('output', 'overlay') then w.kind else 'derived' end
          as kind,
        w.project_id, width_bucket(o.stored_at, (${monthStarts(timeZone)})) as month, count(*) as objects, sum(o.size) as bytes
      from stored_objects o left join owners w on w.id = o.owner_id
      where o.organization_id = ${organizationId} and o.kind is not null
      group by 1, 2, 3
    )
    select p.kind, p.project_id, projects.name as project_name,
      to_char(${firstMonth}::timestamp + (p.month - 1) * interval '1 month', 'YYYY-MM') as month, p.objects, p.bytes
    from parts p left join projects on projects.id = p.project_id`)
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

/** Everything that could go. What it takes up is asked of those that are shown, or all of them (`bytesOf`). */
function purgeable({ organizationId, kinds }: Condition): SQL {
  return sql`
    with settings as (
      select retention_days from organization_settings where organization_id = ${organizationId}
    ), items as (
      select 'deleted_slides' as kind, s.id, s.name, s.deleted_at as since,
        s.deleted_at + make_interval(days => settings.retention_days) as goes_at, s.file_id, 0::bigint as size
      from slides s, settings
      where s.organization_id = ${organizationId} and s.deleted_at is not null
      union all
      select 'exports', e.id, e.file_name, coalesce(e.made_at, e.created_at),
        coalesce(e.made_at, e.created_at) + make_interval(days => ${exportLimits.keptDays}), null, 0
      from exports e
      where e.organization_id = ${organizationId} and e.path is not null
      union all
      select 'unreadable_files', f.id, f.name, f.updated_at, null, null, 0
      from files f
      where f.organization_id = ${organizationId} and f.origin = 'upload' and f.state = 'stored'
        and f.reading_state = 'failed'
        and not exists (select from slides s where s.organization_id = ${organizationId} and s.file_id = f.id)
      union all
      select 'superseded_outputs', r.id, r.name || ' of ' || r.slide_name, r.replaced_at, null, null, 0
      from (${supersededRuns(organizationId)}) as r
      union all
      select 'unfinished_uploads', f.id, f.name, u.touched_at, u.touched_at + make_interval(hours => ${idleHours}),
        null, u.size
      from files f join uploads u on u.organization_id = f.organization_id and u.id = f.upload_id
      where f.organization_id = ${organizationId} and f.state = 'created' and u.state = 'open'
        and u.touched_at <= now() - make_interval(mins => ${restingMinutes})
    )
    select * from items ${kinds && kinds.length > 0 ? sql`where kind = any (${sql.param(kinds)}::text[])` : sql``}`
}

/** What an item takes up: of a slide its file, its images and what was made of them. */
function bytesOf({ organizationId }: Condition): SQL {
  const stored = (owners: SQL) => sql`(select coalesce(sum(o.size), 0) from stored_objects o
    where o.organization_id = ${organizationId} and o.owner_id = any (${owners}))`
  return sql`
    case kind
      when 'unfinished_uploads' then size
      when 'deleted_slides' then ${stored(sql`array(
        select item.file_id union all select i.id from images i
        where i.organization_id = ${organizationId} and (i.slide_id = item.id or i.file_id = item.file_id))`)}
      when 'superseded_outputs' then (select coalesce(sum(p.size), 0) from inference_outputs p
          where p.inference_job_id = item.id and p.path is not null)
        + ${stored(sql`array(select p.image_id from inference_outputs p where p.inference_job_id = item.id)`)}
      else ${stored(sql`array[item.id]`)}
    end`
}

type ItemRow = {
  count: string
  kind: PurgeableKind
  /** Null: the page has none. */
  id: string | null
  name: string
  bytes: string
  since: string | Date
  goes_at: string | Date | null
}

/** A page of them, with how many there are. */
export async function selectPurgeable(
  tx: Tx,
  condition: Condition,
  { limit, offset }: { limit: number; offset: number },
): Promise<Rows<PurgeableItem>> {
  const { rows } = await tx.execute<ItemRow>(sql`
    with found as materialized (${purgeable(condition)})
    select counted.count, item.kind, item.id, item.name, item.since, item.goes_at, ${bytesOf(condition)} as bytes
    from (select count(*) as count from found) as counted left join (
      select * from found order by goes_at nulls last, since, id limit ${limit} offset ${offset}
    ) as item on true
    order by item.goes_at nulls last, item.since, item.id`)
  return {
    count: Number(rows[0]?.count ?? 0),
    results: rows.flatMap(({ count, id, since, goes_at, bytes, ...row }) =>
      id === null
        ? []
        : {
            ...row,
            id,
            bytes: Number(bytes),
            since: new Date(since).toISOString(),
            goes_at: goes_at === null ? null : new Date(goes_at).toISOString(),
          },
    ),
  }
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
    select kind, count(*) as count, sum(${bytesOf(condition)}) as bytes, min(goes_at) as next_at
    from (${purgeable(condition)}) as item group by kind`)
  return rows.map(({ kind, count, bytes, next_at }) => ({
    kind,
    count: Number(count),
    bytes: Number(bytes),
    nextAt: next_at === null ? null : new Date(next_at).toISOString(),
  }))
}
