import type { Dashboard } from '@cresyl/contract/dashboard'
import { type QcState, qcStates } from '@cresyl/contract/slides'
import { eq, sql } from 'drizzle-orm'
import { organizations } from '../../platform/db/schema/index.ts'
import { usedBytes } from '../../platform/storage/object-queries.ts'
import { mayDo } from '../access.ts'
import type { Work } from '../work.ts'
import { readAttention } from './read-attention.ts'

/** What there is in the organisation, and what someone should look at. */
export async function readDashboard(work: Work): Promise<Dashboard> {
  return {
    ...(await countSlides(work)),
    qc_counts: await countByQc(work),
    storage: mayDo(work.member, 'read:files') ? await readStorage(work) : null,
    attention: await readAttention(work),
  }
}

async function countSlides({ tx, member }: Work): Promise<{ slide_count: number; unsorted_count: number }> {
  if (!mayDo(member, 'read:slides')) return { slide_count: 0, unsorted_count: 0 }
  const { rows } = await tx.execute<{ slides: string; sorted: string }>(sql`
    select coalesce(sum(slides), 0) as slides,
      coalesce(sum(slides) filter (where project_id in (select id from projects where deleted_at is null)), 0) as sorted
    from slide_counts where organization_id = ${member.organizationId}`)
  const slides = Number(rows[0]?.slides ?? 0)
  return { slide_count: slides, unsorted_count: slides - Number(rows[0]?.sorted ?? 0) }
}

async function countByQc({ tx, member }: Work): Promise<Dashboard['qc_counts']> {
  const none = Object.fromEntries(qcStates.map((state) => [state, 0])) as Dashboard['qc_counts']
  if (!mayDo(member, 'read:slides')) return none
  const { rows } = await tx.execute<{ state: QcState; slides: string }>(sql`
    select qc_state as state, sum(slides) as slides from slide_counts
    where organization_id = ${member.organizationId} group by qc_state`)
  return { ...none, ...Object.fromEntries(rows.map(({ state, slides }) => [state, Number(slides)])) }
}

async function readStorage({ tx, member }: Work): Promise<Dashboard['storage']> {
  const [organization] = await tx
    .select({ quota: organizations.quotaBytes })
    .from(organizations)
    .where(eq(organizations.id, member.organizationId))
  return {
    used_bytes: await usedBytes(tx, member.organizationId),
    quota_bytes: organization?.quota ?? null,
  }
}
