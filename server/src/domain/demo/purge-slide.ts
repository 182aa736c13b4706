import { slideLink } from '@cresyl/contract/slides'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Purger, purgeSlideOf } from '../slides/purge-slides.ts'
import { forgetPart } from './queries.ts'

export interface DemoFile {
  id: string
  organizationId: string
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Removes a file of the demo with its slide and images, and what they have in storage. Interrupted at any moment, it
 * is done again from the start: the note that the file is of the demo goes last.
 */
export async function purgeDemoSlide(
  { storage }: Context,
  asSystem: Transaction,
  file: DemoFile,
  purger: Purger,
): Promise<void> {
  const { organizationId } = file
  const { uploadId, folders } = await asSystem((tx) => selectBelongings(tx, file))
  if (uploadId !== null) await storage.uploads.abort({ organizationId, uploadId })
  await asSystem((tx) => hide(tx, file, purger))
  // Before the rows: without them nobody knows which images there were.
  for (const folder of folders) {
    for await (const { path } of storage.list(organizationId, folder)) {
      await storage.delete({ organizationId, path })
    }
  }
  await asSystem(async (tx) => {
    await removeWord(tx, file)
    await purgeSlideOf(tx, file, purger)
    await removeRest(tx, file)
    await forgetPart(tx, organizationId, 'file', file.id)
  })
}

async function selectBelongings(
  tx: Tx,
  { id, organizationId }: DemoFile,
): Promise<{ uploadId: string | null; folders: string[] }> {
  const { rows } = await tx.execute<{
    upload_id: string | null
    images: string[]
    exports: string[]
    checks: string[]
    runs: string[]
  }>(sql`
    select
      (select upload_id from files where id = ${id}) as upload_id,
      coalesce(array_agg(distinct i.id) filter (where i.id is not null), '{}') as images,
      coalesce(array_agg(distinct e.id) filter (where e.id is not null), '{}') as exports,
      coalesce(array_agg(distinct q.id) filter (where q.id is not null), '{}') as checks,
      coalesce(array_agg(distinct r.id) filter (where r.id is not null), '{}') as runs
    from images i
    left join exports e on e.organization_id = i.organization_id and e.image_id = i.id
    left join qc_jobs q on q.organization_id = i.organization_id and q.image_id = i.id
    left join inference_jobs r on r.organization_id = i.organization_id and r.image_id = i.id
    where i.organization_id = ${organizationId} and (
      i.file_id = ${id}
      or i.slide_id in (select s.id from slides s where s.organization_id = ${organizationId} and s.file_id = ${id})
    )`)
  const { upload_id = null, images = [], exports = [], checks = [], runs = [] } = rows[0] ?? {}
  const folders = [
    `files/${id}`,
    ...images.map((image) => `images/${image}`),
    ...exports.map((each) => `exports/${each}`),
    ...checks.map((check) => `qc/${check}`),
    ...runs.map((run) => `inference/${run}`),
  ]
  return { uploadId: upload_id, folders }
}

/** From now on nobody opens what is about to go. */
async function hide(tx: Tx, { id, organizationId }: DemoFile, { now }: Purger): Promise<void> {
  const own = sql`organization_id = ${organizationId} and deleted_at is null`
  await tx.execute(sql`
    update images set deleted_at = ${now}, updated_at = ${now} where ${own} and (
      file_id = ${id}
      or slide_id in (select s.id from slides s where s.organization_id = ${organizationId} and s.file_id = ${id})
    )`)
  await tx.execute(sql`
    update slides set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where ${own} and file_id = ${id}`)
}

/** Notifications that would lead nowhere. */
async function removeWord(tx: Tx, { id, organizationId }: DemoFile): Promise<void> {
  await tx.execute(sql`
    delete from notifications n using slides s
    where n.organization_id = ${organizationId} and s.organization_id = ${organizationId} and s.file_id = ${id}
      and n.link = ${slideLink('')} || s.id`)
}

/** Of a file that no slide was made of. */
async function removeRest(tx: Tx, { id, organizationId }: DemoFile): Promise<void> {
  await tx.execute(sql`delete from images where organization_id = ${organizationId} and file_id = ${id}`)
  await tx.execute(sql`delete from files where organization_id = ${organizationId} and id = ${id}`)
}
