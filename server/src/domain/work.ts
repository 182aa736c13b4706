import type { Permission } from '@cresyl/contract/api/permissions'
import type { Tx } from '../platform/db/database.ts'

/** Who is acting, and in which organisation. */
export interface Member {
  userId: string
  organizationId: string
  permissions: ReadonlySet<Permission>
  /** Looks after all organisations. */
  superadmin: boolean
  /** A superadmin in an organisation they do not belong to: what they do is marked in its audit log. */
  acting: boolean
  /** Where the person is signed in; absent for a program with an API token. */
  session?: { id: string | undefined }
  /** The API token that a program showed. */
  apiTokenId?: string
  /** When the token they showed stops being accepted. */
  expiresAt?: Date
}

/** What an audited act was done to, and what it changed: `{name: ['before', 'after']}`. */
export interface Subject {
  id: string
  /** The organisation whose log tells of it, if not that of who acts. */
  organizationId?: string
  details?: Record<string, unknown>
}

/** One transaction of a member. */
export interface Work {
  tx: Tx
  member: Member
  now: Date
  /** The W3C trace that the request belongs to, handed on to the jobs it starts. */
  trace?: string
}

/** One transaction that changes something: it must say what, for the audit log. */
export interface AuditedWork extends Work {
  record(subject: Subject): void
}
