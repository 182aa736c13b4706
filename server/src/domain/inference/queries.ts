import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listInferenceJobs } from '@cresyl/contract/predictors/inference-jobs'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import {
  inferenceJobs,
  inferenceOutputs,
  jobs,
  predictorVersions,
  slides,
  users,
} from '../../platform/db/schema/index.ts'
import { among, amongIds, within } from '../among.ts'
import { findRow, pickPerson, readTotal, rowLimit } from '../resource.ts'
import type { InferenceDetails, InferenceOutputRow } from './view.ts'

export type InferenceQuery = RouteRequest<typeof listInferenceJobs>['query']

/** Which ones, indexes tell: what is shown of them is looked up for one page, not for all that it is chosen from. */
export async function selectInferenceJobs(tx: Tx, query: InferenceQuery): Promise<InferenceDetails[]> {
  const page = await tx
    .select({ id: inferenceJobs.id })
    .from(inferenceJobs)
    .innerJoin(slides, isOfSlide)
    .where(matching(query))
    .orderBy(...ordering(query.ordering))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  if (page.length === 0) return []
  return withDetails(tx)
    .where(
      inArray(
        inferenceJobs.id,
        page.map(({ id }) => id),
      ),
    )
    .orderBy(...ordering(query.ordering))
}

export async function countInferenceJobs(tx: Tx, query: InferenceQuery): Promise<number> {
  return readTotal(
    tx.select({ total: count() }).from(inferenceJobs).innerJoin(slides, isOfSlide).where(matching(query)),
  )
}

export async function findInferenceJob(tx: Tx, id: string): Promise<InferenceDetails> {
  return findRow(withDetails(tx).where(eq(inferenceJobs.id, id)), unknown)
}

/** The run, held with its slide until the transaction ends; slides come first whenever both are locked. */
export async function lockInferenceJob(tx: Tx, id: string): Promise<InferenceDetails> {
  await tx.execute(sql`
    select from slides where id = (select slide_id from inference_jobs where id = ${id}) for update`)
  return findRow(
    withDetails(tx).where(eq(inferenceJobs.id, id)).for('update', { of: inferenceJobs }),
    unknown,
  )
}

const unknown = 'This run does not exist, or its slide was deleted.'

export async function outputsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, InferenceOutputRow[]>> {
  const found = new Map<string, InferenceOutputRow[]>()
  if (ids.length === 0) return found
  const rows = await tx
    .select()
    .from(inferenceOutputs)
    .where(inArray(inferenceOutputs.inferenceJobId, [...ids]))
    .orderBy(asc(inferenceOutputs.n))
  for (const row of rows) found.set(row.inferenceJobId, [...(found.get(row.inferenceJobId) ?? []), row])
  return found
}

/** How many jobs that wait go before it; null where it has begun, or waits for something else. */
export async function findQueuePlace(tx: Tx, jobId: string | null): Promise<number | null> {
  if (jobId === null) return null
  const { rows } = await tx.execute<{ place: number }>(sql`
    select (
      select count(*)::int from jobs o
      where o.state = 'queued' and not o.is_parent and o.id <> j.id
        and (o.priority > j.priority or (o.priority = j.priority and (o.created_at, o.id) < (j.created_at, j.id)))
    ) as place from jobs j where j.id = ${jobId} and j.state = 'queued'`)
  return rows[0]?.place ?? null
}

const isOfSlide = and(
  eq(slides.organizationId, inferenceJobs.organizationId),
  eq(slides.id, inferenceJobs.slideId),
)
const overriders = alias(users, 'overriders')

/** Through the slides: the runs of a deleted one aren't there either. */
function withDetails(tx: Tx) {
  return tx
    .select({
      run: inferenceJobs,
      manifest: predictorVersions.manifest,
      digest: predictorVersions.digest,
      job: { stage: jobs.stage, progress: jobs.progress, finishesAt: jobs.finishesAt },
      author: pickPerson(users),
      overrider: pickPerson(overriders),
      slide: {
        qcState: slides.qcState,
        qcOverridden: slides.qcOverridden,
        sourceImageId: slides.sourceImageId,
        name: slides.name,
      },
    })
    .from(inferenceJobs)
    .innerJoin(slides, isOfSlide)
    .innerJoin(
      predictorVersions,
      and(
        eq(predictorVersions.organizationId, inferenceJobs.organizationId),
        eq(predictorVersions.id, inferenceJobs.predictorVersionId),
      ),
    )
    .leftJoin(
      jobs,
      and(eq(jobs.organizationId, inferenceJobs.organizationId), eq(jobs.id, inferenceJobs.jobId)),
    )
    .leftJoin(users, eq(users.id, inferenceJobs.createdBy))
    .leftJoin(overriders, eq(overriders.id, inferenceJobs.qcOverriddenBy))
}

function matching(query: InferenceQuery): SQL | undefined {
  return and(
    among(inferenceJobs.imageId, query.input_image_id),
    among(inferenceJobs.slideId, query.slide_id),
    among(inferenceJobs.predictorId, query.predictor_id),
    amongIds(slides.projectId, query.project_id),
    amongIds(slides.tissueId, query.tissue_id),
    amongIds(slides.stainerId, query.stainer_id),
    amongIds(inferenceJobs.createdBy, query.created_by),
    among(inferenceJobs.state, query.state),
    isFirst(query.first),
    within(inferenceJobs.createdAt, query.created_after, query.created_before),
    within(inferenceJobs.finishedAt, query.finished_after, query.finished_before),
  )
}

function isFirst(first: boolean | undefined): SQL | undefined {
  if (first === undefined) return undefined
  return first ? isNotNull(inferenceJobs.turnaround) : isNull(inferenceJobs.turnaround)
}

function ordering(given: string): SQL[] {
  const column = given.endsWith('finished_at') ? inferenceJobs.finishedAt : inferenceJobs.createdAt
  const direction = given.startsWith('-') ? desc : asc
  return [sql`${direction(column)} nulls last`, direction(inferenceJobs.id)]
}
