import type { AuditEvent } from '@cresyl/contract/api/audit'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { audits } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { originOfRequest } from '../../platform/request-origin.ts'

export interface AuditRecord {
  organizationId: string
  event: AuditEvent
  /** Absent for what nobody signed in for, such as a refused sign-in of an unknown person. */
  userId?: string
  subjectId?: string
  details?: Record<string, unknown>
  requestId?: string
  /** Of the program that did it for the person. */
  apiTokenId?: string
  occurredAt: Date
}

/** Adds a row to the audit log in the transaction of what it speaks of: both are kept, or neither. */
export async function recordAudit(tx: Tx, record: AuditRecord): Promise<void> {
  await recordAudits(tx, [record])
}

/** The same for a few hundred at once. */
export async function recordAudits(tx: Tx, records: readonly AuditRecord[]): Promise<void> {
  if (records.length > 0) await tx.insert(audits).values(records.map(rowOf))
}

function rowOf(record: AuditRecord) {
  const origin = originOfRequest()
  return {
    id: newId(),
    organizationId: record.organizationId,
    xid: sql`pg_current_xact_id()`,
    occurredAt: record.occurredAt,
    event: record.event,
    userId: record.userId ?? null,
    subjectId: record.subjectId ?? null,
    details: record.details ?? {},
    requestId: record.requestId ?? null,
    address: origin?.address ?? null,
    client: origin?.client ?? null,
    apiTokenId: record.apiTokenId ?? null,
  }
}

interface Place {
  projectId: string | null
}

/** For the history of projects: where a slide is, and where it was before the change. */
export function placesOf({ projectId: before }: Place, change: Partial<Place> = {}): Record<string, string> {
  const after = change.projectId === undefined ? before : change.projectId
  return {
    ...(after !== null && { project_id: after }),
    ...(before !== null && before !== after && { former_project_id: before }),
  }
}
