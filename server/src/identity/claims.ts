import { permissionsOf } from '@cresyl/contract/permissions'
import type { Account, AccountClaims } from 'oidc-provider'
import type { ActiveMember } from './queries.ts'

/** Which claims of the ID token come with which scope. */
export const claimsByScope = {
  openid: ['sub', 'org_id', 'org_name', 'org_display_name', 'roles'],
  profile: ['name', 'picture'],
  email: ['email'],
}

/** The provider's view of a person: what its tokens say about them at this moment. */
export class MemberAccount implements Account {
  [key: string]: unknown
  readonly accountId: string
  readonly member: ActiveMember

  constructor(member: ActiveMember) {
    this.accountId = member.userId
    this.member = member
  }

  claims(): AccountClaims {
    const { member } = this
    return {
      sub: member.userId,
      name: member.name,
      email: member.email,
      ...(member.picture !== null && { picture: member.picture }),
      org_id: member.organizationId,
      org_name: member.organizationName,
      org_display_name: member.organizationDisplayName,
      roles: [member.role],
    }
  }
}

export function accessTokenClaims({ organizationId, role }: ActiveMember) {
  return { org_id: organizationId, permissions: permissionsOf(role) }
}
