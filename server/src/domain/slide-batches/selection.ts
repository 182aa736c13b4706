import type { SlideSelection } from '@cresyl/contract/slides/slide-batches'
import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slides } from '../../platform/db/schema/index.ts'
import { requirePermission } from '../access.ts'
import { matching } from '../slides/queries.ts'
import type { Member } from '../work.ts'

/** In which order the slides of a batch are numbered. */
export type BatchOrder = 'name' | 'created_at'

export const orders: Record<BatchOrder, SQL> = {
  name: sql`${asc(slides.searchKey)}, ${asc(slides.id)}`,
  created_at: sql`${asc(slides.createdAt)}, ${asc(slides.id)}`,
}

/** What of the organisation's slides was chosen; ids that name none of them choose nothing. */
export function chosen(selection: SlideSelection): SQL | undefined {
  if ('slide_ids' in selection) return sql`${slides.id} = any (${sql.param(selection.slide_ids)}::uuid[])`
  const { filter, except_ids: except } = selection
  return and(
    matching(filter),
    // Not `<> all`, which would look through all of them for each slide.
    except.length > 0 ? sql`${slides.id} not in (select unnest(${sql.param(except)}::uuid[]))` : undefined,
  )
}

/** What is deleted is shown to those who may delete, and chosen by nobody else. */
export function requireSelectable(member: Member, selection: SlideSelection): void {
  if ('filter' in selection && selection.filter.state === 'deleted')
    requirePermission(member, 'delete:slides')
}

/** The one project that all of them are in; null where there is none or more than one. */
export async function onlyProjectOf(tx: Tx, selection: SlideSelection): Promise<string | null> {
  if ('filter' in selection) {
    const { project_id: ids = [], unsorted } = selection.filter
    return ids.length === 1 && !unsorted ? (ids[0] ?? null) : null
  }
  const found = await tx
    .selectDistinct({ projectId: slides.projectId })
    .from(slides)
    .where(inArray(slides.id, selection.slide_ids))
    .limit(2)
  return found.length === 1 ? (found[0]?.projectId ?? null) : null
}
