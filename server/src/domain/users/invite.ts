import { ApiError } from '@cresyl/contract/api/errors'
import { linkHours } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  createInvitation as createInvitationRoute,
  FreshInvitation,
} from '@cresyl/contract/people/users'
import { eq } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import { invitations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { requireOwnOrganization } from '../access.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { AuditedWork } from '../work.ts'
import { findInvitation, lockInvitation, putInvitation } from './invitation-queries.ts'
import { invitationLetter } from './letters.ts'
import { invitationLink, newLinkToken } from './links.ts'
import { findOrganizationTitle, findPerson, hasActiveMember } from './queries.ts'
import { requireCalmPace } from './require-calm-pace.ts'
import { requireRoleWithinOwn } from './roles.ts'
import { viewInvitation } from './view.ts'

type InvitationInput = RouteRequest<typeof createInvitationRoute>['body']

/** Of the person who invites, and of a link that nobody has seen yet. */
function freshLink({ member, now }: AuditedWork) {
  const { token, hash } = newLinkToken()
  const expiresAt = new Date(now.getTime() + linkHours.invitation * 3_600_000)
  return { token, stored: { tokenHash: hash, invitedBy: member.userId, expiresAt } }
}

export async function createInvitation(
  work: AuditedWork,
  config: Config,
  input: InvitationInput,
): Promise<FreshInvitation> {
  const { tx, member, now } = work
  const { email, name, role } = input
  requireOwnOrganization(member, input.organization_id)
  requireRoleWithinOwn(member, role)
  if (await hasActiveMember(tx, member.organizationId, email)) {
    throw new ApiError('already_member', {
      fields: { email: ['A member of the organisation has this address.'] },
    })
  }
  await requireCalmPace(work)
  const { token, stored } = freshLink(work)
  const { organizationId } = member
  const id = await putInvitation(tx, {
    ...stored,
    id: newId(),
    organizationId,
    email,
    name,
    role,
    createdAt: now,
  })
  work.record({ id, details: { role } })
  return handOver(work, config, id, token)
}

export async function renewInvitation(
  work: AuditedWork,
  config: Config,
  id: string,
): Promise<FreshInvitation> {
  const { invitation } = await lockInvitation(work.tx, id)
  requireRoleWithinOwn(work.member, invitation.role)
  await requireCalmPace(work)
  const { token, stored } = freshLink(work)
  await work.tx.update(invitations).set(stored).where(eq(invitations.id, id))
  work.record({ id, details: { role: invitation.role } })
  return handOver(work, config, id, token)
}

/** The link is in this reply, and in a letter where letters can be sent; nowhere else. */
async function handOver(
  { tx, member }: AuditedWork,
  config: Config,
  id: string,
  token: string,
): Promise<FreshInvitation> {
  const found = await findInvitation(tx, id)
  const { email, role, expiresAt } = found.invitation
  const link = invitationLink(config, token)
  if (config.mail) {
    const organization = await findOrganizationTitle(tx, member.organizationId)
    const { name: invitedBy } = await findPerson(tx, member.userId)
    await queueMail(tx, invitationLetter({ to: email, organization, invitedBy, role, link, expiresAt }))
  }
  return { ...viewInvitation(found), link, emailed: config.mail !== null }
}

export async function revokeInvitation(work: AuditedWork, id: string): Promise<void> {
  await lockInvitation(work.tx, id)
  await work.tx.update(invitations).set({ revokedAt: work.now }).where(eq(invitations.id, id))
  work.record({ id })
}
