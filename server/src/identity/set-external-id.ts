import { eq } from 'drizzle-orm'
import { recordAudit } from '../domain/audit/record.ts'
import type { Context } from '../platform/context.ts'
import { organizations } from '../platform/db/schema/index.ts'
import { parseExternalId, refusingTakenExternalId } from './people.ts'
import { findOrganizationId } from './queries.ts'

export interface ExternalIdChange {
  /** The name of the organisation. */
  name: string
  /** What the identity provider calls it; absent: the same as we do. */
  externalId?: string | undefined
}

export async function setExternalId(
  { database, clock }: Context,
  { name, externalId: given }: ExternalIdChange,
): Promise<{ id: string }> {
  const externalId = parseExternalId(given) ?? null
  return refusingTakenExternalId(given, () =>
    database.asSystem(async (tx) => {
      const id = await findOrganizationId(tx, name)
      const isIt = eq(organizations.id, id)
      const [current] = await tx.select().from(organizations).where(isIt).for('no key update')
      if (current === undefined || current.externalId === externalId) return { id }
      await tx.update(organizations).set({ externalId }).where(isIt)
      await recordAudit(tx, {
        organizationId: id,
        event: 'organization.updated',
        subjectId: id,
        details: { changes: { external_id: [current.externalId, externalId] } },
        occurredAt: clock.now(),
      })
      return { id }
    }),
  )
}
