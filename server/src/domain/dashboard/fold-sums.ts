import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'

/**
 * Makes one row of the many that tell how a count changed. In one statement: whoever adds them up meanwhile sees all
 * of the old ones or the new one. Returns 0, as nothing was in disorder.
 */
export async function foldSums({ database }: Context): Promise<number> {
  await database.asSystem((tx) =>
    tx.execute(sql`
      with many as (
        select organization_id, project_id, qc_state from slide_counts group by 1, 2, 3 having count(*) > 1
      ), gone as (
        delete from slide_counts c using many m
        where c.organization_id = m.organization_id and c.project_id is not distinct from m.project_id
          and c.qc_state = m.qc_state
        returning c.organization_id, c.project_id, c.qc_state, c.slides
      )
      insert into slide_counts (organization_id, project_id, qc_state, slides)
      select organization_id, project_id, qc_state, sum(slides) from gone group by 1, 2, 3 having sum(slides) <> 0`),
  )
  await database.asSystem((tx) =>
    tx.execute(sql`
      with many as (
        select organization_id from stored_bytes group by 1 having count(*) > 1
      ), gone as (
        delete from stored_bytes where organization_id in (select organization_id from many)
        returning organization_id, bytes
      )
      insert into stored_bytes (organization_id, bytes)
      select organization_id, sum(bytes) from gone group by 1 having sum(bytes) <> 0`),
  )
  await database.asSystem((tx) =>
    tx.execute(sql`
      with many as (
        select organization_id, project_id from project_changes group by 1, 2 having count(*) > 1
      ), gone as (
        delete from project_changes c using many m
        where c.organization_id = m.organization_id and c.project_id = m.project_id
        returning c.organization_id, c.project_id, c.changed_at
      )
      insert into project_changes (organization_id, project_id, changed_at)
      select organization_id, project_id, max(changed_at) from gone group by 1, 2`),
  )
  await database.asSystem((tx) =>
    tx.execute(sql`
      with many as (
        select organization_id, image_id, class_name, class_color, review
        from annotation_sums group by 1, 2, 3, 4, 5 having count(*) > 1
      ), gone as (
        delete from annotation_sums s using many m
        where s.organization_id = m.organization_id and s.image_id = m.image_id and s.review = m.review
          and s.class_name is not distinct from m.class_name and s.class_color is not distinct from m.class_color
        returning s.*
      )
      insert into annotation_sums (organization_id, image_id, class_name, class_color, review, annotations, area_px, length_px)
      select organization_id, image_id, class_name, class_color, review, sum(annotations), sum(area_px), sum(length_px)
      from gone group by 1, 2, 3, 4, 5 having sum(annotations) <> 0`),
  )
  return 0
}
