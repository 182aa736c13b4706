import { randomBytes } from 'node:crypto'
import { id } from '@cresyl/contract/api/fields'
import { identityLimits } from '@cresyl/contract/api/limits'
import type { Grant, Provider } from 'oidc-provider'
import type { ActiveMember } from './queries.ts'

/** Everything our own client may ask for; nobody is asked for consent. */
export const grantedScope = 'openid profile email offline_access'

/**
 * A grant is for one person in one organisation, and its id ends with the organisation's: codes and refresh
 * tokens carry the id of their grant, so a session never drifts into another organisation.
 */
function newGrantId(organizationId: string): string {
  return `${randomBytes(32).toString('base64url')}.${organizationId}`
}

export function organizationOfGrant(grantId: string | undefined): string | undefined {
  return id.safeParse(grantId?.split('.').at(-1)).data
}

/** The grant of a session if it is for this member; it then lasts as long as what is made under it now. */
export async function renewGrant(
  provider: Provider,
  grantId: string | undefined,
  { userId, organizationId }: ActiveMember,
  now: Date,
): Promise<Grant | undefined> {
  if (grantId === undefined || organizationOfGrant(grantId) !== organizationId) return undefined
  const grant = await provider.Grant.find(grantId)
  if (grant?.accountId !== userId) return undefined
  grant.exp = Math.floor(now.getTime() / 1000) + identityLimits.sessionSeconds
  await grant.save()
  return grant
}

export async function createGrant(
  provider: Provider,
  clientId: string,
  { userId, organizationId }: ActiveMember,
): Promise<Grant> {
  const grant = new provider.Grant({ accountId: userId, clientId })
  grant.jti = newGrantId(organizationId)
  grant.addOIDCScope(grantedScope)
  await grant.save()
  return grant
}

/** Refresh tokens and codes are of no use without their grant. */
export async function revokeGrant(provider: Provider, grantId: string): Promise<void> {
  await provider.RefreshToken.revokeByGrantId(grantId)
  await provider.AuthorizationCode.revokeByGrantId(grantId)
  await (await provider.Grant.find(grantId))?.destroy()
}
