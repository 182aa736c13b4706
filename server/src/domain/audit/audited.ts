import type { AuditEvent } from '@cresyl/contract/api/audit'
import type { AuditedWork, Subject, Work } from '../work.ts'
import { recordAudit } from './record.ts'

export interface Occasion {
  event: AuditEvent
  requestId?: string
}

/** Does the work and adds an audit row for everything it recorded, in the transaction of the work. */
export async function audited<T>(
  given: Work,
  occasion: Occasion,
  work: (work: AuditedWork) => Promise<T>,
): Promise<T> {
  const { tx, member, now } = given
  const subjects: Subject[] = []
  const result = await work({ ...given, record: (subject) => subjects.push(subject) })
  for (const { id, organizationId, details } of subjects) {
    await recordAudit(tx, {
      ...occasion,
      organizationId: organizationId ?? member.organizationId,
      userId: member.userId,
      ...(member.apiTokenId !== undefined && { apiTokenId: member.apiTokenId }),
      subjectId: id,
      occurredAt: now,
      details: { ...details, ...(member.acting && { superadmin: true }) },
    })
  }
  return result
}
