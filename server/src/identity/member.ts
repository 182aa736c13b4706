import { createHash } from 'node:crypto'
import { ApiError } from '@cresyl/contract/errors'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import type { AccessTokens } from './access-tokens.ts'
import { findActiveMember } from './queries.ts'

/** A person who was disabled is refused this long after, at the latest. */
const rememberedFor = 30_000
const rememberedTokens = 10_000

interface Remembered {
  member: Member
  until: number
}

/** Who the bearer of a token is, by the token and by the database; throws `unauthenticated`. */
export function createMemberResolver(
  { database, clock }: Context,
  provider: Pick<AccessTokens, 'verify'>,
): (token: string) => Promise<Member> {
  const remembered = new Map<string, Remembered>()

  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const now = clock.now().getTime()
    const known = remembered.get(key)
    remembered.delete(key)
    if (known !== undefined && now < known.until) {
      remembered.set(key, known)
      return known.member
    }
    const { subject, organizationId, permissions, expiresAt } = await provider.verify(token)
    const active = await database.asSystem((tx) => findActiveMember(tx, subject, organizationId))
    if (active === undefined) {
      throw new ApiError('unauthenticated', {
        detail: 'You are no longer a member of this organisation. Ask an administrator of it.',
      })
    }
    const member: Member = { userId: subject, organizationId, permissions: new Set(permissions) }
    remembered.set(key, { member, until: Math.min(now + rememberedFor, expiresAt.getTime()) })
    if (remembered.size > rememberedTokens) remembered.delete(remembered.keys().next().value as string)
    return member
  }
}
