import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import type { Permission } from '@cresyl/contract/api/permissions'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { createApiToken as createRoute, FreshApiToken } from '@cresyl/contract/people/api-tokens'
import { apiTokens } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { mayDo, requireOwnOrganization } from '../access.ts'
import { notify } from '../notifications/notify.ts'
import { findPerson } from '../users/queries.ts'
import type { AuditedWork, Member } from '../work.ts'
import { endApiToken, findApiToken } from './queries.ts'
import { newApiToken } from './token.ts'

type ApiTokenInput = RouteRequest<typeof createRoute>['body']

export async function createApiToken(work: AuditedWork, input: ApiTokenInput): Promise<FreshApiToken> {
  const { tx, member, now } = work
  requireOwnOrganization(member, input.organization_id)
  refuseVisitor(member)
  refuseBeyondOwn(member, input.permissions)
  const id = newId()
  const { token, prefix, hash } = newApiToken()
  const permissions = [...new Set(input.permissions)].sort()
  await tx.insert(apiTokens).values({
    id,
    organizationId: member.organizationId,
    userId: member.userId,
    name: input.name,
    prefix,
    tokenHash: hash,
    permissions,
    createdAt: now,
    expiresAt: new Date(now.getTime() + input.days * 24 * 3_600_000),
  })
  await tellAdministrators(work, (person) => `${person} created the API token “${isolate(input.name)}”.`)
  work.record({ id, details: { name: input.name, permissions, days: input.days } })
  return { ...(await findApiToken(tx, id)), token }
}

/** A token acts for who made it, and stops when they leave: a superadmin who is no member has left already. */
function refuseVisitor({ acting }: Member): void {
  if (!acting) return
  throw new ApiError('forbidden', {
    detail:
      'You do not have permission to create a token here, because you are not a member of this organisation. Ask one of its administrators.',
  })
}

/** At each use it is also held against what that person may do then. */
function refuseBeyondOwn(member: Member, permissions: readonly Permission[]): void {
  const missing = permissions.filter((permission) => !mayDo(member, permission))
  if (missing.length === 0) return
  throw new ApiError('invalid_input', {
    detail: `A token cannot do more than you. You do not have: ${missing.join(', ')}.`,
    fields: { permissions: [`You do not have: ${missing.join(', ')}`] },
  })
}

export async function revokeApiToken(work: AuditedWork, id: string): Promise<void> {
  const name = await endApiToken(work.tx, id, work.now)
  await tellAdministrators(work, (person) => `${person} revoked the API token “${isolate(name)}”.`)
  work.record({ id, details: { name } })
}

/** The others, that is. */
export async function tellAdministrators(
  { tx, member, now }: AuditedWork,
  sentence: (person: string) => string,
): Promise<void> {
  const { name } = await findPerson(tx, member.userId)
  await notify(tx, {
    organizationId: member.organizationId,
    kind: 'security.api_token',
    text: sentence(isolate(name)),
    link: '/manage-org?tab=tokens',
    to: { permission: 'update:organization_settings' },
    except: member.userId,
    now,
  })
}
