import { deleteStainer } from '@cresyl/contract/lab/stainers'
import { deleteTissue } from '@cresyl/contract/lab/tissues'
import { slideLink } from '@cresyl/contract/slides/slides'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { audited } from '../audit/audited.ts'
import { recordAudit } from '../audit/record.ts'
import { failReading } from '../files/reading.ts'
import { followChecks } from '../qc/check-job.ts'
import { type Purger, purgeSlideOf } from '../slides/purge-slides.ts'
import { deleteTerm } from '../vocabulary/change-terms.ts'
import { isNamed, lockTerms } from '../vocabulary/queries.ts'
import { stainers } from '../vocabulary/stainers.ts'
import { tissues } from '../vocabulary/tissues.ts'
import type { Vocabulary, WordList } from '../vocabulary/vocabulary.ts'
import type { Member } from '../work.ts'
import { forgetPart, selectParts } from './queries.ts'

export interface PurgedProjects {
  removed: number
  /** The names of those that hold something of somebody's own, or that somebody has made their own, and stay. */
  kept: string[]
}

/** Removes the projects of the demo that hold nothing any more; in a transaction of the platform. */
export async function purgeDemoProjects(
  tx: Tx,
  organizationId: string,
  { now, userId }: Purger,
): Promise<PurgedProjects> {
  const ids = sql.param([...(await selectParts(tx, organizationId, 'project')).values()])
  const own = sql`p.organization_id = ${organizationId} and p.id = any (${ids}::uuid[])`
  // A file knows where its slide was to go at first: where that is now, the slide says.
  const { rows: removed } = await tx.execute<{ id: string }>(sql`
    delete from projects p where ${own} and ${isAsMade}
      and not exists (select from display_presets d where d.organization_id = p.organization_id and d.project_id = p.id)
      and not exists (select from slides s where s.organization_id = p.organization_id and s.project_id = p.id)
      and not exists (
        select from files f where f.organization_id = p.organization_id and f.project_id = p.id
          and not exists (select from slides s where s.organization_id = f.organization_id and s.file_id = f.id)
      )
    returning p.id`)
  for (const { id } of removed) {
    await recordAudit(tx, {
      organizationId,
      event: 'project.purged',
      subjectId: id,
      occurredAt: now,
      ...(userId !== undefined && { userId }),
    })
  }
  const { rows: kept } = await tx.execute<{ name: string }>(sql`
    select p.name from projects p where ${own} and p.deleted_at is null order by p.name_key`)
  return { removed: removed.length, kept: kept.map(({ name }) => name) }
}

/** The demo makes its projects and archives one of them: what was changed beyond that is somebody's own by now. */
const isAsMade = sql`(p.version = 1 or (p.version = 2 and p.archived_at is not null))`

/** Removes the tissues and stains that the demo brought and nothing else has; in a transaction of the organisation. */
export async function purgeDemoTerms(tx: Tx, member: Member, now: Date): Promise<void> {
  // Deleted slides keep what they have, too.
  await tx.execute(sql`select set_config('app.deleted', 'shown', true)`)
  await purgeTerms(tx, member, now, 'tissue', tissues, deleteTissue.audit)
  await purgeTerms(tx, member, now, 'stainer', stainers, deleteStainer.audit)
}

async function purgeTerms<Words extends WordList>(
  tx: Tx,
  member: Member,
  now: Date,
  kind: 'tissue' | 'stainer',
  vocabulary: Vocabulary<Words, unknown>,
  event: typeof deleteTissue.audit | typeof deleteStainer.audit,
): Promise<void> {
  const ids = [...(await selectParts(tx, member.organizationId, kind)).values()]
  for (const id of (await lockTerms(tx, vocabulary, ids)).keys()) {
    if (await isNamed(tx, vocabulary, id)) continue
    await audited({ tx, member, now }, { event }, (work) => deleteTerm(work, vocabulary, id))
  }
}

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

/** Cancels what still makes slides of the demo, reads or checks them. Returns how many of those jobs have not ended yet. */
export async function stopMaking(tx: Tx, organizationId: string, userId: string | null): Promise<number> {
  const { rows } = await tx.execute<{ id: string; asked: boolean }>(sql`
    select j.id, j.cancel_requested_at is not null as asked from jobs j
    where j.organization_id = ${organizationId} and j.state in ('queued', 'running') and (
      j.kind = 'make_demo'
      or j.kind = 'ingest' and j.subject_id in (
        select subject_id from demo_parts where organization_id = ${organizationId} and kind = 'file'
      )
      or j.kind = 'qc' and j.subject_id in (
        select s.id from slides s join demo_parts p on p.organization_id = s.organization_id and p.subject_id = s.file_id
        where p.organization_id = ${organizationId} and p.kind = 'file'
      )
    )`)
  let running = 0
  for (const { id, asked } of rows) {
    const outcome = asked ? 'requested' : await requestCancel(tx, id, userId)
    await followChecks(tx, { id })
    if (outcome === 'cancelled') await failReading(tx, { id }, '')
    if (outcome === 'requested') running++
  }
  return running
}
