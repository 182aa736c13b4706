import { type SQL, sql } from 'drizzle-orm'

/** Whether a newer run of the same has outputs of its own: same predictor, image, part of it, channels and settings. */
const replacedAt = sql`
  select min(n.finished_at) from inference_jobs n
  where n.organization_id = r.organization_id and n.image_id = r.image_id and n.predictor_id = r.predictor_id
    and n.state = 'succeeded' and n.params = r.params and n.channels = r.channels
    and n.region is not distinct from r.region and (n.finished_at, n.id) > (r.finished_at, r.id)
    and exists (select from inference_outputs p where p.inference_job_id = n.id
      and (p.image_id is not null or p.path is not null))`

/** Shown first, drawn on, aligned, exported, computed on, or being checked. */
const inUse = sql`
  exists (select from annotations a where a.organization_id = r.organization_id and a.inference_job_id = r.id)
  or exists (
    select from inference_outputs p
    where p.inference_job_id = r.id and p.image_id is not null and (
      p.image_id = s.image_id
      or exists (select from annotations a
        where a.organization_id = r.organization_id and a.image_id = p.image_id)
      or exists (select from registrations g where g.organization_id = r.organization_id
        and p.image_id in (g.image_id, g.moving_image_id))
      or exists (select from registration_estimates g where g.organization_id = r.organization_id
        and p.image_id in (g.image_id, g.moving_image_id))
      or exists (select from exports e where e.organization_id = r.organization_id and e.image_id = p.image_id)
      or exists (select from inference_jobs x
        where x.organization_id = r.organization_id and x.image_id = p.image_id)
      or exists (select from qc_jobs q where q.organization_id = r.organization_id and q.image_id = p.image_id
        and q.state in ('queued', 'running'))
    )
  )`

/**
 * Runs whose outputs a newer run has replaced and nobody uses: `id`, `slide_id`, `slide_name`, `name`, `replaced_at`.
 * Most were never replaced: only of the others, which the offset finds first, it is asked whether somebody uses them.
 */
export function supersededRuns(organizationId: string): SQL {
  return sql`
    select r.id, r.slide_id, s.name as slide_name, v.manifest ->> 'name' as name, r.replaced_at
    from (
      select r.*, replaced.at as replaced_at
      from inference_jobs r cross join lateral (${replacedAt}) as replaced (at)
      where r.organization_id = ${organizationId} and r.state = 'succeeded' and replaced.at is not null
      offset 0
    ) as r
    join slides s on s.organization_id = r.organization_id and s.id = r.slide_id and s.deleted_at is null
    join predictor_versions v on v.organization_id = r.organization_id and v.id = r.predictor_version_id
    where exists (select from inference_outputs p where p.inference_job_id = r.id
        and (p.image_id is not null or p.path is not null))
      and not (${inUse})`
}
