import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slideKeys } from '../slides/names.ts'
import type { Edit } from './plan-edit.ts'

/** All at once: those who follow slides live are told one thing, not hundreds. */
export async function applyEdits(tx: Tx, edits: readonly Edit[], now: Date): Promise<void> {
  const idsOf = (deleted: boolean) =>
    edits.filter((edit) => edit.deleted === deleted).map(({ slide }) => slide.id)
  await deleteSlides(tx, idsOf(true), now)
  await restoreSlides(tx, idsOf(false), now)
  await giveValues(
    tx,
    edits.filter(({ deleted }) => deleted === undefined),
    now,
  )
}

/** As deleting one slide does: its images go with it. */
async function deleteSlides(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update slides set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any (${sql.param(ids)}::uuid[])`)
  await tx.execute(sql`
    update images set deleted_at = ${now}, updated_at = ${now}
    where slide_id = any (${sql.param(ids)}::uuid[]) and deleted_at is null`)
}

/** With the images that went with them; those that were deleted before stay so. */
async function restoreSlides(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update images set deleted_at = null, updated_at = ${now} from slides s
    where s.id = any (${sql.param(ids)}::uuid[]) and images.organization_id = s.organization_id
      and images.slide_id = s.id and images.deleted_at = s.deleted_at`)
  await tx.execute(sql`
    update slides set deleted_at = null, updated_at = ${now}, version = version + 1
    where id = any (${sql.param(ids)}::uuid[])`)
}

async function giveValues(tx: Tx, edits: readonly Edit[], now: Date): Promise<void> {
  if (edits.length === 0) return
  const rows = edits.map(({ slide, values }) => ({ ...slide, ...values }))
  const column = (value: (row: (typeof rows)[number]) => string | null) => sql.param(rows.map(value))
  await tx.execute(sql`
    update slides set name = given.name, search_key = given.search_key, project_id = given.project_id,
      tissue_id = given.tissue_id, stainer_id = given.stainer_id, updated_at = ${now}, version = version + 1
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ name }) => name)}::text[],
      ${column(({ name }) => slideKeys(name).searchKey)}::text[], ${column(({ projectId }) => projectId)}::uuid[],
      ${column(({ tissueId }) => tissueId)}::uuid[], ${column(({ stainerId }) => stainerId)}::uuid[]
    ) as given (id, name, search_key, project_id, tissue_id, stainer_id)
    where slides.id = given.id`)
}
