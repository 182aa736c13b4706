import { exportLimits } from '@cresyl/contract/api/limits'
import type { JobState } from '@cresyl/contract/operations/jobs'
import type { RegionExport } from '@cresyl/contract/slides/exports'
import type { exports } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export type ExportRow = typeof exports.$inferSelect

/** An export with what other rows say about it. */
export interface ExportDetails {
  made: ExportRow
  slideId: string | null
  state: JobState
  message: string | null
  author: Person | null
}

const day = 24 * 3_600_000

export function viewExport({ made, slideId, state, message, author }: ExportDetails): RegionExport {
  const keptFrom = made.madeAt ?? made.createdAt
  return {
    id: made.id,
    image_id: made.imageId,
    slide_id: slideId,
    request: made.request,
    file_name: made.fileName,
    state,
    message,
    job_id: made.jobId,
    size: made.size,
    width: made.width,
    height: made.height,
    created_at: made.createdAt.toISOString(),
    created_by: author,
    expires_at: new Date(keptFrom.getTime() + exportLimits.keptDays * day).toISOString(),
  }
}
