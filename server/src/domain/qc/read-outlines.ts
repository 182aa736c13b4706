import type { QcOutlines } from '@cresyl/contract/qc-jobs'
import type { QcMeasureKey } from '@cresyl/contract/qc-measures'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import type { Work } from '../work.ts'
import { findQcJob } from './queries.ts'

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
