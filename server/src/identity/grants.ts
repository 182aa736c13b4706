import { randomBytes } from 'node:crypto'
import { id } from '@cresyl/contract/fields'
import { identityLimits } from '@cresyl/contract/limits'
import type { FindAccount, Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../platform/context.ts'
import { MemberAccount } from './claims.ts'
import { findActiveMember } from './queries.ts'

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

/** Undefined for who is disabled by now: then no code, no refresh token and no session of theirs works. */
export function createAccountFinder({ database }: Context): FindAccount {
  return async (ctx, sub, token) => {
    if (!id.safeParse(sub).success) return undefined
    const member = await database.asSystem(async (tx) => {
      const organizationId = organizationOfGrant(token ? token.grantId : sessionGrantId(ctx))
      const member = organizationId && (await findActiveMember(tx, sub, organizationId))
      return member || (token ? undefined : findActiveMember(tx, sub))
    })
    return member && new MemberAccount(member)
  }
}

export function createGrantLoader({ clock }: Context) {
  return async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { account, client, provider } = ctx.oidc
    if (!(account instanceof MemberAccount) || client === undefined) return undefined
    const { userId, organizationId } = account.member
    const grantId = sessionGrantId(ctx)
    const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    if (existing?.accountId === userId && organizationOfGrant(grantId) === organizationId) {
      // It must outlast the refresh tokens that are made under it.
      existing.exp = Math.floor(clock.now().getTime() / 1000) + identityLimits.sessionSeconds
      await existing.save()
      return existing
    }
    const grant = new provider.Grant({ accountId: userId, clientId: client.clientId })
    grant.jti = newGrantId(organizationId)
    grant.addOIDCScope(grantedScope)
    await grant.save()
    return grant
  }
}

function sessionGrantId({ oidc }: KoaContextWithOIDC): string | undefined {
  return oidc.client && oidc.session?.grantIdFor(oidc.client.clientId)
}
