import { ApiError } from '@cresyl/contract/api/errors'
import { leastRoleWith, type Permission, roles } from '@cresyl/contract/api/permissions'
import type { Access } from '@cresyl/contract/api/route'
import type { Member } from './work.ts'

export function mayDo(member: Member, permission: Permission): boolean {
  return member.permissions.has(permission)
}

export function requirePermission(member: Member, permission: Permission): void {
  if (!mayDo(member, permission)) throw new ApiError('forbidden', { detail: refusal(member, permission) })
}

export function hasAccess(member: Member, access: Access): boolean {
  if (access === 'member') return true
  return access === 'superadmin' ? member.superadmin : mayDo(member, access)
}

/** What a route asks of whoever calls it. */
export function requireAccess(member: Member, access: Access, inPerson: boolean): void {
  if (inPerson && member.session === undefined) {
    throw new ApiError('forbidden', {
      detail: 'You do not have permission to do this with an API token. Ask a person to sign in and do it.',
    })
  }
  if (access === 'superadmin') requireSuperadmin(member)
  else if (access !== 'member') requirePermission(member, access)
}

function requireSuperadmin(member: Member): void {
  if (member.superadmin) return
  throw new ApiError('forbidden', {
    detail: 'You do not have permission to manage organisations. Ask a superadmin.',
  })
}

/** What is missing, and who has it. */
function refusal({ apiTokenId }: Member, permission: Permission): string {
  if (apiTokenId !== undefined) return tokenRefusal(permission)
  const [action, resource = ''] = permission.split(':')
  const role = leastRoleWith(permission)
  const who =
    role === undefined
      ? 'an administrator'
      : `someone with the role ${roles[role].label}, or ask an administrator for that role`
  return `You do not have permission to ${action} ${resource.replaceAll('_', ' ')}. Ask ${who}.`
}

const tokenRefusal = (permission: Permission): string =>
  `This API token lacks the permission ${permission}. Create a token that has it; its owner’s role must allow it, too.`

/** A body may name the organisation, but only the one the token is for. */
export function requireOwnOrganization(member: Member, organizationId: string | undefined): void {
  if (organizationId === undefined || organizationId === member.organizationId) return
  throw new ApiError('invalid_input', {
    detail: 'organization_id is not the organisation you are signed in to.',
    fields: { organization_id: ['Not the organisation you are signed in to'] },
  })
}
