import type { RegionPlan, RegionRequest } from '@cresyl/contract/slides/exports'
import { downloads } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { AuditedWork, Work } from '../work.ts'

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
      x,
      y,
      width,
      height,
      format,
      z,
      t,
      bytes,
      ...(mpp !== undefined && { mpp }),
      output: { width: outputWidth, height: outputHeight },
    },
  })
}

/** Counts a region that is handed out. */
export async function countRegion({ tx, member, now }: Work, imageId: string, bytes: number): Promise<void> {
  await tx.insert(downloads).values({
    id: newId(),
    organizationId: member.organizationId,
    kind: 'region',
    imageId,
    userId: member.userId,
    bytes,
    createdAt: now,
  })
}
