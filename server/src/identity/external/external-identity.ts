import { createHash } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { AccessTokens } from '../access-tokens.ts'
import { explain, tokenRefusal } from '../token-refusals.ts'
import { admit } from './admit.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { fetchJson } from './fetch-bounded.ts'
import { createKeySet } from './key-set.ts'
import { mapClaims } from './map-claims.ts'
import { type Profile, readProfile } from './profile.ts'

export interface ExternalIdentity extends Pick<AccessTokens, 'verify'> {
  issuer: string
  /** Where browsers must be able to reach the provider, as far as is known. */
  origins(): readonly string[]
  close(): Promise<void>
}

/** Lists of groups and roles make the tokens of some providers long. */
const longestToken = 16_384
const clockTolerance = 5

/** Checks the access tokens of another OpenID provider, and lets in whom it vouches for. */
export function createExternalIdentity(context: Context): ExternalIdentity {
  const { config, clock, log } = context
  const { issuer, audience, tokenType } = config.identity
  const discovery = createDiscovery(context)
  const askUserinfo = createUserinfo(context, discovery)
  const issuerOrigin = [new URL(issuer).origin]
  let keys: { uri: string; find: JWTVerifyGetKey } | undefined

  const findKeys = async () => {
    const { jwksUri } = await discovery.describe()
    if (keys?.uri !== jwksUri) keys = { uri: jwksUri, find: createKeySet(jwksUri, log) }
    return keys.find
  }

  const check = async (token: string): Promise<JWTPayload> => {
    if (token.length > longestToken) throw tokenRefusal('It is malformed.')
    const find = await findKeys()
    try {
      const { payload } = await jwtVerify(token, find, {
        issuer,
        audience,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp'],
        clockTolerance,
        currentDate: clock.now(),
        ...(tokenType !== null && { typ: tokenType }),
      })
      return payload
    } catch (error) {
      throw error instanceof errors.JOSEError ? tokenRefusal(explain(error), error) : error
    }
  }

  const readOrigins = () => {
    const known = discovery.known()
    if (known === undefined) void discovery.describe().catch(() => undefined)
    return known?.origins ?? issuerOrigin
  }
  // Before the first page is asked for: its headers name the provider's addresses.
  readOrigins()

  return {
    issuer,
    origins: readOrigins,
    verify: async (token) => {
      const claims = mapClaims(await check(token), config.identity)
      const admitted = await admit(context, claims, () => askUserinfo(token, claims.subject))
      return {
        subject: admitted.userId,
        organizationId: admitted.organizationId,
        permissions: admitted.permissions,
        ...(claims.sessionId !== undefined && { sessionId: claims.sessionId }),
        expiresAt: claims.expiresAt,
      }
    },
    close: async () => {},
  }
}

/** What the provider tells about the bearer of a token; undefined where it tells nothing. */
type AskUserinfo = (token: string, subject: string) => Promise<Profile | undefined>

const rememberedTokens = 1000

/** Asked once for each token, however often its bearer is refused. */
function createUserinfo({ config, log }: Pick<Context, 'config' | 'log'>, discovery: Discovery): AskUserinfo {
  const remembered = new LRUCache<string, Promise<Profile | undefined>>({ max: rememberedTokens })

  const ask: AskUserinfo = async (token, subject) => {
    try {
      const { userinfoEndpoint } = await discovery.describe()
      if (userinfoEndpoint === undefined) return undefined
      const claims = await fetchJson(userinfoEndpoint, { headers: { authorization: `Bearer ${token}` } })
      if (!isAbout(claims, subject)) return undefined
      return readProfile(claims, config.identity.claims)
    } catch (error) {
      log.info({ err: error }, 'The identity provider tells nothing more about a person')
      return undefined
    }
  }

  return (token, subject) => {
    const key = createHash('sha256').update(token).digest('base64')
    const answer = remembered.get(key) ?? ask(token, subject)
    remembered.set(key, answer)
    return answer
  }
}

/** OpenID Connect demands this check: the answer could be about someone else. */
function isAbout(claims: unknown, subject: string): claims is Record<string, unknown> {
  return typeof claims === 'object' && claims !== null && 'sub' in claims && claims.sub === subject
}
