import { type AuditSealState, type AuditVerification, auditLimits } from '@cresyl/contract/operations/audits'
import { desc, eq } from 'drizzle-orm'
import { auditVerifications, users } from '../../platform/db/schema/index.ts'
import { pickPerson } from '../resource.ts'
import type { Work } from '../work.ts'
import { copiedUpTo } from './copy-seals.ts'
import { countUnsealed, lastSeal } from './queries.ts'

type Sealed = Omit<AuditSealState, 'last_verification' | 'running'>

/** In a transaction of the platform: ids of transactions are compared, which no index serves for a member. */
export async function readSealed({ tx, member: { organizationId } }: Work): Promise<Sealed> {
  const seal = await lastSeal(tx, organizationId)
  return {
    last_seal: seal ? { n: seal.n, sealed_at: seal.sealedAt.toISOString(), key_id: seal.keyId } : null,
    sealed_rows: seal?.total ?? 0,
    unsealed_rows: await countUnsealed(tx, organizationId, seal, auditLimits.counted),
    copied_seals: await copiedUpTo(tx, organizationId),
  }
}

export async function readLastVerification({ tx }: Work): Promise<AuditVerification | null> {
  const [found] = await tx
    .select({ row: auditVerifications, person: pickPerson(users) })
    .from(auditVerifications)
    .leftJoin(users, eq(users.id, auditVerifications.startedBy))
    .orderBy(desc(auditVerifications.finishedAt), desc(auditVerifications.id))
    .limit(1)
  if (found === undefined) return null
  const { row, person } = found
  return {
    id: row.id,
    started_by: person,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt.toISOString(),
    rows: row.rows,
    seals: row.seals,
    copied: row.copied,
    unsealed: row.unsealed,
    faults: row.faults,
    fault_count: row.faultCount,
    uncompared: row.uncompared,
  }
}
