import { eq } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import type { Context } from '../platform/context.ts'
import { organizations } from '../platform/db/schema/index.ts'
import { findOrganizationId } from './queries.ts'

export interface QuotaChange {
  /** The name of the organisation. */
  name: string
  /** Null: none. */
  quotaBytes: number | null
}

export async function setQuota(
  { database, clock }: Context,
  { name, quotaBytes }: QuotaChange,
): Promise<{ id: string }> {
  return database.asSystem(async (tx) => {
    const id = await findOrganizationId(tx, name)
    const isIt = eq(organizations.id, id)
    const [current] = await tx.select().from(organizations).where(isIt).for('no key update')
    if (current === undefined || current.quotaBytes === quotaBytes) return { id }
    const now = clock.now()
    await tx
      .update(organizations)
      .set({ quotaBytes, updatedAt: now, version: current.version + 1 })
      .where(isIt)
    await recordAudit(tx, {
      organizationId: id,
      event: 'organization.updated',
      subjectId: id,
      details: { changes: { quota_bytes: [current.quotaBytes, quotaBytes] } },
      occurredAt: now,
    })
    return { id }
  })
}
