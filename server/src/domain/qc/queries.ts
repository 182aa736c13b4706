import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listQcJobs } from '@cresyl/contract/qc/qc-jobs'
import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import {
  channels,
  images,
  jobs,
  qcJobs,
  qcMeasures,
  qcOverlays,
  slides,
  users,
} from '../../platform/db/schema/index.ts'
import { among, amongIds, within } from '../among.ts'
import { findRow, pickPerson, readTotal, rowLimit, sortBy } from '../resource.ts'
import type { QcJobDetails, QcJobParts } from './view.ts'

export type QcJobQuery = RouteRequest<typeof listQcJobs>['query']

/** Which ones, indexes tell: what is shown of them is looked up for one page, not for all that it is chosen from. */
export async function selectQcJobs(tx: Tx, query: QcJobQuery): Promise<QcJobDetails[]> {
  const page = await tx
    .select({ id: qcJobs.id })
    .from(qcJobs)
    .innerJoin(slides, isOfSlide)
    .where(matching(query))
    .orderBy(...sortBy(query.ordering, sortColumns, qcJobs.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return withDetails(tx)
    .where(sql`${qcJobs.id} = any (${sql.param(page.map(({ id }) => id))}::uuid[])`)
    .orderBy(...sortBy(query.ordering, sortColumns, qcJobs.id))
}

export async function countQcJobs(tx: Tx, query: QcJobQuery): Promise<number> {
  const bySlide = [query.input_image_id, query.slide_id, query.project_id, query.tissue_id, query.stainer_id]
  if (!bySlide.some((ids) => ids?.length)) return countWithoutDeleted(tx, query)
  return readTotal(
    tx.select({ total: count() }).from(qcJobs).innerJoin(slides, isOfSlide).where(matching(query)),
  )
}

/** An index of the checks tells how many there are: the slides, of which few are deleted, need not be asked. */
async function countWithoutDeleted(tx: Tx, query: QcJobQuery): Promise<number> {
  const isThere = sql`${qcJobs.slideId} not in (select deleted_slides())`
  return readTotal(
    tx
      .select({ total: count() })
      .from(qcJobs)
      .where(and(matching(query), isThere)),
  )
}

export async function findQcJob(tx: Tx, id: string): Promise<QcJobDetails> {
  return findRow(withDetails(tx).where(eq(qcJobs.id, id)), unknown)
}

/** The check, held with its slide until the transaction ends; slides come first whenever both are locked. */
export async function lockQcJob(tx: Tx, id: string): Promise<QcJobDetails> {
  await tx.execute(sql`
    select from slides where id = (select slide_id from qc_jobs where id = ${id}) for update`)
  return findRow(withDetails(tx).where(eq(qcJobs.id, id)).for('update', { of: qcJobs }), unknown)
}

const unknown = 'This quality check does not exist, or its slide was deleted.'

/** Everything that was measured. */
export async function selectParts(tx: Tx, { check }: QcJobDetails): Promise<QcJobParts> {
  const { id, imageId, organizationId } = check
  const measures = await tx.select().from(qcMeasures).where(eq(qcMeasures.qcJobId, id)).orderBy(qcMeasures.n)
  const overlays = await tx
    .select({ overlay: qcOverlays, space: images.space })
    .from(qcOverlays)
    .innerJoin(
      images,
      and(eq(images.organizationId, qcOverlays.organizationId), eq(images.id, qcOverlays.imageId)),
    )
    .where(eq(qcOverlays.qcJobId, id))
    .orderBy(qcOverlays.n)
  return {
    measures,
    overlays: overlays.map(({ overlay, space }) => ({ ...overlay, space })),
    channelNames: await channelNamesOf(tx, organizationId, imageId),
  }
}

export async function channelNamesOf(
  tx: Tx,
  organizationId: string,
  imageId: string,
): Promise<(string | null)[]> {
  const rows = await tx
    .select({ name: channels.name })
    .from(channels)
    .where(and(eq(channels.organizationId, organizationId), eq(channels.imageId, imageId)))
    .orderBy(asc(channels.index))
  return rows.map(({ name }) => name)
}

const isOfSlide = and(eq(slides.organizationId, qcJobs.organizationId), eq(slides.id, qcJobs.slideId))
const overriders = alias(users, 'overriders')

/** Through the slides: the checks of a deleted one aren't there either. */
function withDetails(tx: Tx) {
  return tx
    .select({
      check: qcJobs,
      slideName: slides.name,
      progress: jobs.progress,
      author: pickPerson(users),
      overrider: pickPerson(overriders),
    })
    .from(qcJobs)
    .innerJoin(slides, isOfSlide)
    .leftJoin(jobs, and(eq(jobs.organizationId, qcJobs.organizationId), eq(jobs.id, qcJobs.jobId)))
    .leftJoin(users, eq(users.id, qcJobs.createdBy))
    .leftJoin(overriders, eq(overriders.id, qcJobs.overriddenBy))
}

function matching(query: QcJobQuery): SQL | undefined {
  const { overridden, first } = query
  return and(
    among(qcJobs.imageId, query.input_image_id),
    among(qcJobs.slideId, query.slide_id),
    amongIds(slides.projectId, query.project_id),
    amongIds(slides.tissueId, query.tissue_id),
    amongIds(slides.stainerId, query.stainer_id),
    amongIds(qcJobs.createdBy, query.created_by),
    among(qcJobs.state, query.state),
    overridden === undefined ? undefined : eq(qcJobs.overridden, overridden),
    amongIds(qcJobs.overriddenBy, query.overridden_by),
    isFailing(query.failing_measure),
    first === undefined ? undefined : first ? isNotNull(qcJobs.turnaround) : isNull(qcJobs.turnaround),
    within(qcJobs.createdAt, query.created_after, query.created_before),
    within(qcJobs.finishedAt, query.finished_after, query.finished_before),
    within(qcJobs.overriddenAt, query.overridden_after, query.overridden_before),
  )
}

function isFailing(keys: readonly string[] = []): SQL | undefined {
  if (keys.length === 0) return undefined
  return sql`${qcJobs.id} in (
    select qc_job_id from qc_measures where verdict in ('warned', 'failed') and key = any (${sql.param(keys)}::text[]))`
}

const sortColumns = { created_at: qcJobs.createdAt, finished_at: qcJobs.finishedAt }
