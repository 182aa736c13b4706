import { eq } from 'drizzle-orm'
import { invitations } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { lockInvitation } from './invitation-queries.ts'

export async function revokeInvitation(work: AuditedWork, id: string): Promise<void> {
  await lockInvitation(work.tx, id)
  await work.tx.update(invitations).set({ revokedAt: work.now }).where(eq(invitations.id, id))
  work.record({ id })
}
