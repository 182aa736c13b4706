import type { Permission } from '@cresyl/contract/permissions'
import type { Tx } from '../platform/db/database.ts'

/** Who is acting, and in which organisation. */
export interface Member {
  userId: string
  organizationId: string
  permissions: ReadonlySet<Permission>
}

/** What an audited act was done to, and what it changed: `{name: ['before', 'after']}`. */
export interface Subject {
  id: string
  details?: Record<string, unknown>
}

/** One transaction of a member. */
export interface Work {
  tx: Tx
  member: Member
  now: Date
}

/** One transaction that changes something: it must say what, for the audit log. */
export interface AuditedWork extends Work {
  record(subject: Subject): void
}
