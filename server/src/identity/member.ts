import { createHash } from 'node:crypto'
import { ApiError } from '@cresyl/contract/errors'
import { permissionsOf } from '@cresyl/contract/permissions'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import type { AccessClaims, AccessTokens } from './access-tokens.ts'
import { isApiToken, verifyApiToken } from './api-token.ts'
import { findActiveMember } from './queries.ts'
import { stateOfSignIn } from './sign-ins.ts'

/** A person who was disabled or signed out is refused this long after, at the latest; rights taken away are gone. */
const rememberedFor = 30_000
const rememberedTokens = 10_000

interface Remembered {
  member: Member
  until: number
}

/** Who the bearer of a token is, by the token and by the database; throws `unauthenticated`. */
export function createMemberResolver(
  context: Context,
  provider: Pick<AccessTokens, 'verify'>,
): (token: string) => Promise<Member> {
  const remembered = new Map<string, Remembered>()

  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const now = context.clock.now().getTime()
    const known = remembered.get(key)
    remembered.delete(key)
    if (known !== undefined && now < known.until) {
      remembered.set(key, known)
      return known.member
    }
    const { member: found, expiresAt } = isApiToken(token)
      ? await verifyApiToken(context, token)
      : await findSignedIn(context, await provider.verify(token))
    const member = { ...found, expiresAt }
    remembered.set(key, { member, until: Math.min(now + rememberedFor, expiresAt.getTime()) })
    if (remembered.size > rememberedTokens) remembered.delete(remembered.keys().next().value as string)
    return member
  }
}

async function findSignedIn(
  { database, config }: Context,
  { subject: userId, organizationId, permissions, sessionId, expiresAt }: AccessClaims,
): Promise<{ member: Member; expiresAt: Date }> {
  return database.asSystem(async (tx) => {
    const active = await findActiveMember(tx, userId, organizationId)
    if (active === undefined) {
      throw new ApiError('unauthenticated', {
        detail: 'You are no longer a member of this organisation. Ask an administrator of it.',
      })
    }
    // Where people sign in elsewhere, their sessions and rights are that provider's.
    const isOurs = config.identity.kind === 'embedded'
    if (isOurs && sessionId !== undefined && (await stateOfSignIn(tx, sessionId, userId)) !== 'running') {
      throw new ApiError('unauthenticated', { detail: 'You were signed out. Please sign in again.' })
    }
    const { superadmin, acting } = active
    const held = new Set(isOurs ? permissionsOf(active.role) : permissions)
    return {
      member: {
        userId,
        organizationId,
        permissions: new Set(permissions.filter((permission) => held.has(permission))),
        superadmin,
        acting,
        session: { id: sessionId },
      },
      expiresAt,
    }
  })
}
