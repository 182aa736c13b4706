import { randomUUID } from 'node:crypto'
import { id } from '@cresyl/contract/api/fields'
import { identityLimits } from '@cresyl/contract/api/limits'
import { isPermission, type Permission } from '@cresyl/contract/api/permissions'
import { createLocalJWKSet, errors, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Context } from '../platform/context.ts'
import { accessTokenClaims } from './claims.ts'
import { publicKey, type SigningKeys } from './keys.ts'
import type { ActiveMember } from './queries.ts'
import { explain, tokenRefusal } from './token-refusals.ts'

export interface AccessClaims {
  /** The id of the user. */
  subject: string
  organizationId: string
  permissions: Permission[]
  /** The sign-in it was issued for; absent on tokens of the command line. */
  sessionId?: string
  expiresAt: Date
}

export interface AccessTokens {
  /** Throws `unauthenticated` with what is wrong with the token. */
  verify(token: string): Promise<AccessClaims>
  /** A token like the ones people get by signing in. */
  mint(member: ActiveMember): Promise<string>
}

const algorithm = 'RS256'
const tokenType = 'at+jwt'
const longestToken = 8192
const clockTolerance = 5

export function createAccessTokens({ config, clock }: Context, keys: SigningKeys): AccessTokens {
  const { issuer, audience, clientId } = config.identity
  const keySet = createLocalJWKSet({ keys: keys.map(publicKey) })

  return {
    async verify(token) {
      if (token.length > longestToken) throw tokenRefusal('It is malformed.')
      try {
        const { payload } = await jwtVerify(token, keySet, {
          issuer,
          audience,
          algorithms: [algorithm],
          typ: tokenType,
          requiredClaims: ['sub', 'exp', 'iat'],
          clockTolerance,
          currentDate: clock.now(),
        })
        return readClaims(payload)
      } catch (error) {
        throw error instanceof errors.JOSEError ? tokenRefusal(explain(error), error) : error
      }
    },

    async mint(member) {
      const [signer] = keys
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ ...accessTokenClaims(member), client_id: clientId })
        .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: signer.kid as string })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(member.userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + identityLimits.accessTokenSeconds)
        .setJti(randomUUID())
        .sign(await importJWK(signer, algorithm))
    },
  }
}

function readClaims({ sub, exp, sid, org_id: organizationId, permissions }: JWTPayload): AccessClaims {
  const subject = id.safeParse(sub)
  const organization = id.safeParse(organizationId)
  if (!subject.success || !organization.success || !Array.isArray(permissions)) {
    throw tokenRefusal('It lacks the organisation or the permissions.')
  }
  return {
    subject: subject.data,
    organizationId: organization.data,
    permissions: permissions.filter(isPermission),
    ...(typeof sid === 'string' && { sessionId: sid }),
    expiresAt: new Date((exp as number) * 1000),
  }
}
