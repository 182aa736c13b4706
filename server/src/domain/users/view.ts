import type { Invitation, User } from '@cresyl/contract/people/users'
import type { invitations, memberships } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'

export interface MemberRow {
  person: Person & { email: string; disabledAt: Date | null }
  membership: typeof memberships.$inferSelect
}

export interface InvitationRow {
  invitation: typeof invitations.$inferSelect
  inviter: Person | null
}

/** What everyone may know of each other. */
export function viewFellow({ person: { id, name, picture } }: MemberRow): User {
  return {
    id,
    name,
    picture,
    email: null,
    role: null,
    state: null,
    joined_at: null,
    last_seen_at: null,
    version: null,
  }
}

/** What administrators see. */
export function viewMember({ person, membership }: MemberRow): User {
  const { id, name, picture, email, disabledAt } = person
  return {
    id,
    name,
    picture,
    email,
    role: membership.role,
    state: membership.disabledAt === null && disabledAt === null ? 'active' : 'disabled',
    joined_at: membership.createdAt.toISOString(),
    last_seen_at: membership.lastSeenAt?.toISOString() ?? null,
    version: membership.version,
  }
}

export function viewInvitation({ invitation, inviter }: InvitationRow): Invitation {
  return {
    id: invitation.id,
    email: invitation.email,
    name: invitation.name,
    role: invitation.role,
    invited_by: inviter,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  }
}
