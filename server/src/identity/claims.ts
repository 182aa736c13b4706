import { permissionsOf } from '@cresyl/contract/api/permissions'
import type { AccountClaims } from 'oidc-provider'
import type { ActiveMember } from './queries.ts'

/** Which claims of the ID token come with which scope. */
export const claimsByScope = {
  openid: ['sub', 'org_id', 'org_name', 'org_display_name', 'roles', 'superadmin', 'acting'],
  profile: ['name', 'picture'],
  email: ['email'],
}

/** What an ID token says about a person at this moment. */
export function idTokenClaims(member: ActiveMember, origin: string): AccountClaims {
  const { picture, superadmin, acting } = member
  return {
    sub: member.userId,
    name: member.name,
    email: member.email,
    // Ours are stored as paths, for the address of the server may change.
    ...(picture !== null && URL.canParse(picture, origin) && { picture: new URL(picture, origin).href }),
    org_id: member.organizationId,
    org_name: member.organizationName,
    org_display_name: member.organizationDisplayName,
    roles: [member.role],
    ...(superadmin && { superadmin }),
    ...(acting && { acting }),
  }
}

/** Tokens of the command line belong to no sign-in. */
export function accessTokenClaims({ organizationId, role }: ActiveMember, sessionId?: string) {
  return {
    org_id: organizationId,
    permissions: permissionsOf(role),
    ...(sessionId !== undefined && { sid: sessionId }),
  }
}
