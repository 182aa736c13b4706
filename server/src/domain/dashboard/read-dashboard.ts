import { isolate } from '@cresyl/contract/api/isolate'
import { messages } from '@cresyl/contract/api/messages'
import type { Attention, Dashboard } from '@cresyl/contract/lab/dashboard'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { type QcState, qcStates } from '@cresyl/contract/slides/slides'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { images, slides } from '../../platform/db/schema/index.ts'
import { usedBytes } from '../../platform/storage/object-queries.ts'
import { findQuota } from '../../platform/storage/quota.ts'
import { mayDo } from '../access.ts'
import { virtualColumn } from '../images/virtual.ts'
import { shownCovers } from '../projects/queries.ts'
import { isUnsorted } from '../slides/queries.ts'
import type { Work } from '../work.ts'
import { countFaults, type Fault, selectFaults, sinceWhen } from './attention.ts'

/** What there is in the organisation, and what someone should look at. */
export async function readDashboard(work: Work): Promise<Dashboard> {
  const counts = await countSlides(work)
  return {
    ...counts,
    unsorted_covers: counts.unsorted_count > 0 ? await readUnsortedCovers(work) : noCovers,
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

const noCovers: Dashboard['unsorted_covers'] = { cover_image_ids: [], virtual_cover_ids: [] }

async function readUnsortedCovers({ tx, member }: Work): Promise<Dashboard['unsorted_covers']> {
  const covers = await tx
    .select({ id: images.id, isVirtual: virtualColumn })
    .from(slides)
    .innerJoin(images, eq(images.id, slides.imageId))
    .where(and(eq(slides.organizationId, member.organizationId), isNull(slides.deletedAt), isUnsorted))
    .orderBy(desc(slides.createdAt), asc(slides.id))
    .limit(shownCovers)
  return {
    cover_image_ids: covers.map(({ id }) => id),
    virtual_cover_ids: covers.filter(({ isVirtual }) => isVirtual).map(({ id }) => id),
  }
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
  return {
    used_bytes: await usedBytes(tx, member.organizationId),
    quota_bytes: await findQuota(tx, member.organizationId),
  }
}

/** The newest; the count tells of the others. */
const shownFaults = 20

/** What went wrong lately, that this person may know of and has not yet said to have seen. */
async function readAttention(work: Work): Promise<Dashboard['attention']> {
  const since = await sinceWhen(work)
  const faults = await selectFaults(work, since, shownFaults)
  const count = faults.length < shownFaults ? faults.length : await countFaults(work, since)
  return { count, results: faults.map(viewFault) }
}

function viewFault(fault: Fault): Attention {
  const { id, at, by } = fault
  return { id, at: at.toISOString(), by, ...describe(fault) }
}

function describe(fault: Fault): Pick<Attention, 'kind' | 'title' | 'message'> {
  const { name, message } = fault
  if (fault.kind === 'job_failed') {
    const label = fault.predictor ?? jobDefinitions[fault.job].label
    return {
      kind: 'job_failed',
      title: fault.subject === null ? label : `${label}: ${isolate(fault.subject)}`,
      message: message || 'It failed for an unknown reason. Check its log, then try again.',
    }
  }
  if (fault.kind === 'upload_failed') {
    return { kind: 'upload_failed', title: name, message: `${sentence(message)} Send the file again.` }
  }
  if (fault.kind === 'qc_failed') return { kind: 'qc_failed', title: name, message }
  return {
    kind: 'file_unreadable',
    title: name,
    message: message || 'The file could not be read. Open its file and read it again.',
  }
}

function sentence(text: string): string {
  return (text || messages.upload.failed).replace(/[^.!?]$/, '$&.')
}
