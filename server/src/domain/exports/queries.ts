import type { RouteRequest } from '@cresyl/contract/api/route'
import type { JobState } from '@cresyl/contract/operations/jobs'
import type { listExports } from '@cresyl/contract/slides/exports'
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { exports, images, jobs, users } from '../../platform/db/schema/index.ts'
import { among } from '../among.ts'
import { maySeeLabels, shownImages } from '../images/labels.ts'
import { findRow, pickPerson, readTotal, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import type { ExportDetails } from './view.ts'

export type ExportQuery = RouteRequest<typeof listExports>['query']

export async function selectExports(work: Work, query: ExportQuery): Promise<ExportDetails[]> {
  return withDetails(work.tx)
    .where(await matching(work, query))
    .orderBy(desc(exports.createdAt), asc(exports.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countExports(work: Work, query: ExportQuery): Promise<number> {
  return readTotal(
    work.tx
      .select({ total: count() })
      .from(exports)
      .innerJoin(images, isSource)
      .leftJoin(jobs, eq(jobs.id, exports.jobId))
      .where(await matching(work, query)),
  )
}

export async function findExport(work: Work, id: string): Promise<ExportDetails> {
  return findRow(withDetails(work.tx).where(and(eq(exports.id, id), await seen(work))), unknown)
}

/** The export, held until the transaction ends so that nobody deletes it or ends making it meanwhile. */
export async function lockExport(work: Work, id: string): Promise<ExportDetails> {
  return findRow(
    withDetails(work.tx)
      .where(and(eq(exports.id, id), await seen(work)))
      .for('update', { of: exports }),
    unknown,
  )
}

const unknown = 'This export does not exist or has expired.'

const isSource = and(eq(images.organizationId, exports.organizationId), eq(images.id, exports.imageId))

/** Finished jobs are forgotten one day: what was made tells how they ended. */
const state = sql<JobState>`coalesce(${jobs.state},
  case when ${exports.path} is null then 'failed' else 'succeeded' end)`

/** Through the images: what was made of a deleted or hidden one isn't there either. */
function withDetails(tx: Tx) {
  return tx
    .select({
      made: exports,
      slideId: images.slideId,
      state,
      message: jobs.message,
      author: pickPerson(users),
    })
    .from(exports)
    .innerJoin(images, isSource)
    .leftJoin(jobs, eq(jobs.id, exports.jobId))
    .leftJoin(users, eq(users.id, exports.createdBy))
}

async function seen({ tx, member }: Work): Promise<SQL | undefined> {
  return shownImages(await maySeeLabels(tx, member))
}

async function matching(work: Work, query: ExportQuery): Promise<SQL | undefined> {
  const { mine, image_id, slide_id } = query
  return and(
    await seen(work),
    mine ? eq(exports.createdBy, work.member.userId) : undefined,
    among(exports.imageId, image_id),
    among(images.slideId, slide_id),
    query.state && query.state.length > 0 ? inArray(state, query.state) : undefined,
  )
}
