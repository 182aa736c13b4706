import type { QcJob, QcJobWithMeasures, QcOutlines } from '@cresyl/contract/qc/qc-jobs'
import type { QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countQcJobs, findQcJob, type QcJobQuery, selectParts, selectQcJobs } from './queries.ts'
import { viewQcJob, viewWithMeasures } from './view.ts'

export async function listQcJobs({ tx }: Work, query: QcJobQuery): Promise<Rows<QcJob>> {
  const found = await selectQcJobs(tx, query)
  return { count: await countQcJobs(tx, query), results: found.map(viewQcJob) }
}

export async function readQcJob({ tx }: Work, id: string): Promise<QcJobWithMeasures> {
  const found = await findQcJob(tx, id)
  return viewWithMeasures(found, await selectParts(tx, found))
}

export const noOutlines: QcOutlines = { type: 'FeatureCollection', features: [] }

/** Where the outlines lie in storage; undefined where the check has none of this measure. */
export async function locateOutlines(
  { tx }: Work,
  id: string,
  key: QcMeasureKey,
): Promise<ObjectKey | undefined> {
  const { check } = await findQcJob(tx, id)
  const path = check.outlines[key]
  return path === undefined ? undefined : { organizationId: check.organizationId, path }
}
