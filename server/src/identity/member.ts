import { hash } from 'node:crypto'
import { ApiError } from '@cresyl/contract/api/errors'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { LRUCache } from 'lru-cache'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'
import type { AccessClaims, AccessTokens } from './access-tokens.ts'
import { isApiToken, verifyApiToken } from './api-token.ts'
import { findActiveMember } from './queries.ts'
import { stateOfSignIn } from './sign-ins.ts'

/** Who was disabled or signed out is refused as soon as the database says so, and this long after at the latest. */
const rememberedFor = 30_000
const rememberedTokens = 10_000

/** The channel of announce_person() that says whose rights or sign-ins changed; an empty name means everyone's. */
const channel = 'cresyl_people'

interface Remembered {
  member: Member
  until: number
}

export interface MemberResolver {
  /** Who the bearer of a token is, by the token and by the database; throws `unauthenticated`. */
  (token: string): Promise<Member>
  /**
   * The same at once, if the token was shown a moment ago; undefined: it has to be verified. The connection that it
   * came by spares finding out which one it is, as long as it is the same.
   */
  known(token: string, connection?: object): Member | undefined
}

export function createMemberResolver(
  context: Context,
  provider: Pick<AccessTokens, 'verify'>,
): MemberResolver {
  const { clock, listener } = context
  const remembered = new LRUCache<string, Remembered>({ max: rememberedTokens })
  const lastBy = new WeakMap<object, { token: string; found: Remembered }>()
  let changes = 0

  const forget = (userId?: string) => {
    changes++
    for (const [key, found] of remembered) {
      if (userId !== undefined && found.member.userId !== userId) continue
      found.until = 0
      remembered.delete(key)
    }
  }
  listener.on(channel, (userId) => forget(userId === '' ? undefined : userId))
  listener.onReconnect(() => forget())

  const find = (key: string): Remembered | undefined => {
    const found = remembered.get(key)
    return found !== undefined && holds(found) ? found : undefined
  }
  const holds = ({ until }: Remembered) => clock.now().getTime() < until

  const resolve = async (token: string, key: string): Promise<Member> => {
    const now = clock.now().getTime()
    const changesBefore = changes
    const { member: found, expiresAt } = isApiToken(token)
      ? await verifyApiToken(context, token)
      : await findSignedIn(context, await provider.verify(token))
    const member = { ...found, expiresAt }
    // What changed meanwhile may not have been seen.
    if (changes === changesBefore) {
      remembered.set(key, { member, until: Math.min(now + rememberedFor, expiresAt.getTime()) })
    }
    return member
  }

  const known = (token: string, connection?: object) => {
    const last = connection && lastBy.get(connection)
    if (last?.token === token && holds(last.found)) return last.found.member
    const found = find(keyOf(token))
    if (connection && found) lastBy.set(connection, { token, found })
    return found?.member
  }
  const resolver = (token: string) => {
    const key = keyOf(token)
    const found = find(key)
    return found ? Promise.resolve(found.member) : resolve(token, key)
  }
  return Object.assign(resolver, { known })
}

/** Tokens themselves are not kept, but for the last one of an open connection. */
function keyOf(token: string): string {
  return hash('sha256', token, 'base64')
}

async function findSignedIn(
  { database, config }: Context,
  { subject: userId, organizationId, permissions, sessionId, expiresAt }: AccessClaims,
): Promise<{ member: Member; expiresAt: Date }> {
  return database.asSystem(async (tx) => {
    const active = await findActiveMember(tx, userId, organizationId)
    if (active === undefined) {
      throw new ApiError('unauthenticated', {
        detail: 'You are no longer a member of this organisation. Ask one of its administrators.',
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
