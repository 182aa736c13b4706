import type { RouteRequest } from '@cresyl/contract/api/route'
import type { Download, listDownloads as listDownloadsRoute } from '@cresyl/contract/slides/downloads'
import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { downloads, files, inferenceJobs, slides, users } from '../../platform/db/schema/index.ts'
import { among, amongIds, within } from '../among.ts'
import { pickPerson, type Rows, readTotal, rowLimit, sortBy } from '../resource.ts'
import type { Work } from '../work.ts'

export async function listDownloads({ tx }: Work, query: DownloadQuery): Promise<Rows<Download>> {
  const found = await selectDownloads(tx, query)
  const results = found.map(({ download, name, slideId, author }) => ({
    id: download.id,
    kind: download.kind,
    name,
    slide_id: slideId,
    file_id: download.fileId,
    image_id: download.imageId,
    inference_job_id: download.inferenceJobId,
    bytes: download.bytes,
    deidentified: download.deidentified,
    created_by: author,
    created_at: download.createdAt.toISOString(),
  }))
  return { count: await countDownloads(tx, query), results }
}

export type DownloadQuery = RouteRequest<typeof listDownloadsRoute>['query']

/** A slide that was deleted isn't shown; what was handed out of it is. */
export async function selectDownloads(tx: Tx, query: DownloadQuery) {
  return tx
    .select({
      download: downloads,
      slideId: slides.id,
      name: sql<string | null>`coalesce(${slides.name}, ${files.name})`,
      author: pickPerson(users),
    })
    .from(downloads)
    .leftJoin(slides, isOfSlide)
    .leftJoin(inferenceJobs, isOfRun)
    .leftJoin(files, and(eq(files.organizationId, downloads.organizationId), eq(files.id, downloads.fileId)))
    .leftJoin(users, eq(users.id, downloads.userId))
    .where(matching(query))
    .orderBy(...sortBy(query.ordering, sortColumns, downloads.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countDownloads(tx: Tx, query: DownloadQuery): Promise<number> {
  return readTotal(
    tx
      .select({ total: count() })
      .from(downloads)
      .leftJoin(slides, isOfSlide)
      .leftJoin(inferenceJobs, isOfRun)
      .where(matching(query)),
  )
}

const isOfSlide = and(eq(slides.organizationId, downloads.organizationId), eq(slides.id, downloads.slideId))
const isOfRun = and(
  eq(inferenceJobs.organizationId, downloads.organizationId),
  eq(inferenceJobs.id, downloads.inferenceJobId),
)

function matching(query: DownloadQuery): SQL | undefined {
  const { of_runs: ofRuns } = query
  return and(
    amongIds(slides.projectId, query.project_id),
    amongIds(slides.tissueId, query.tissue_id),
    amongIds(slides.stainerId, query.stainer_id),
    amongIds(inferenceJobs.predictorId, query.predictor_id),
    amongIds(downloads.userId, query.created_by),
    among(downloads.kind, query.kind),
    ofRuns === undefined
      ? undefined
      : ofRuns
        ? isNotNull(downloads.inferenceJobId)
        : isNull(downloads.inferenceJobId),
    within(downloads.createdAt, query.created_after, query.created_before),
  )
}

const sortColumns = { created_at: downloads.createdAt, bytes: downloads.bytes }
