import { deleteStainer } from '@cresyl/contract/stainers'
import { deleteTissue } from '@cresyl/contract/tissues'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { audited } from '../audit/audited.ts'
import { recordAudit } from '../audit/record.ts'
import type { Purger } from '../slides/purge-slides.ts'
import { deleteTerm } from '../vocabulary/delete-term.ts'
import { isNamed, lockTerms } from '../vocabulary/queries.ts'
import { stainers } from '../vocabulary/stainers.ts'
import { tissues } from '../vocabulary/tissues.ts'
import type { Vocabulary, WordList } from '../vocabulary/vocabulary.ts'
import type { Member } from '../work.ts'
import { selectParts } from './queries.ts'

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
      ...{ organizationId, event: 'project.purged', subjectId: id, occurredAt: now },
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
