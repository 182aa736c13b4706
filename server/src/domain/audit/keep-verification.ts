import { auditLimits } from '@cresyl/contract/audits'
import type { Tx } from '../../platform/db/database.ts'
import { auditVerifications } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { AuditVerdict } from './audit-verdict.ts'

interface VerificationOccasion {
  organizationId: string
  /** Null: on the command line. */
  startedBy: string | null
  startedAt: Date
  finishedAt: Date
}

/** Keeps what came of a verification, for those who ask when the log was last found to be whole. */
export async function keepVerification(
  tx: Tx,
  occasion: VerificationOccasion,
  { rows, seals, copied, unsealed, uptoN, faults, uncompared }: AuditVerdict,
): Promise<void> {
  await tx.insert(auditVerifications).values({
    ...{ id: newId(), ...occasion, rows, seals, copied, unsealed, uptoN, uncompared },
    faults: faults.slice(0, auditLimits.faults),
    faultCount: faults.length,
  })
}
