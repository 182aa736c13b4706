import { ApiError } from '@cresyl/contract/api/errors'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import type { AuditedWork } from '../work.ts'
import { findExport } from './queries.ts'
import { countRegion } from './record-region.ts'
import type { ExportDetails } from './view.ts'

export interface DownloadableExport {
  key: ObjectKey
  fileName: string
  size: number
}

/** Counts a download and says what is handed out. */
export async function downloadExport(work: AuditedWork, id: string): Promise<DownloadableExport> {
  const found = await findExport(work, id)
  const { organizationId, imageId, fileName, path, size } = found.made
  if (path === null || size === null) refuseUnmade(found)
  await countRegion(work, imageId, size)
  work.record({ id, details: { image_id: imageId, bytes: size } })
  return { key: { organizationId, path }, fileName, size }
}

function refuseUnmade({ state, message }: ExportDetails): never {
  if (state === 'queued' || state === 'running') {
    const detail = 'This region is still being created. You will be notified when it is ready.'
    throw new ApiError('being_prepared', { detail })
  }
  const why = message ?? 'It could not be created.'
  throw new ApiError('not_ready', { detail: `There is nothing to download. ${why} Create it again.` })
}
