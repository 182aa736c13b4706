import type { RegionPlan, RegionRequest } from '@cresyl/contract/exports'
import type { AuditedWork } from '../work.ts'
import { countRegion } from './count-region.ts'

/** Tells the audit log, and counts, that a region is handed out. */
export async function recordRegion(
  work: AuditedWork,
  imageId: string,
  { x, y, width, height, outputWidth, outputHeight }: RegionPlan,
  { mpp, format, z, t }: RegionRequest,
  bytes: number,
): Promise<void> {
  await countRegion(work, imageId, bytes)
  work.record({
    id: imageId,
    details: {
      ...{ x, y, width, height, format, z, t, bytes },
      ...(mpp !== undefined && { mpp }),
      output: { width: outputWidth, height: outputHeight },
    },
  })
}
