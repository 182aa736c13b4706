import { sql } from 'drizzle-orm'
import { attentionSeen } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'

/** What needed attention until then is not told again; what came meanwhile is. Never later than now. */
export async function seeAttention({ tx, member, now }: Work, until: Date): Promise<void> {
  const { organizationId, userId } = member
  const seenAt = until < now ? until : now
  await tx
    .insert(attentionSeen)
    .values({ organizationId, userId, seenAt })
    .onConflictDoUpdate({
      target: [attentionSeen.organizationId, attentionSeen.userId],
      set: { seenAt: sql`greatest(${attentionSeen.seenAt}, excluded.seen_at)` },
    })
}
