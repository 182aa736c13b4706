import { downloads } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { Work } from '../work.ts'

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
