import { identityLimits } from '@cresyl/contract/api/limits'
import * as oauth from 'oauth4webapi'
import { checkIdToken, type Expected, requireAudience } from './id-token.ts'
import { IdentityError } from './identity-error.ts'
import { decodeClaims } from './jwt.ts'
import type { Provider } from './provider.ts'
import type { Tokens } from './tokens.ts'

/** What an earlier answer of the same session gave, if there was one. */
type Before = Pick<Tokens, 'refreshToken' | 'idToken' | 'claims'>

/** The tokens of an answer to what was asked, every check passed. */
export async function readTokens(
  provider: Provider,
  response: Response,
  answer: oauth.TokenEndpointResponse,
  expected: Expected,
  before?: Before,
): Promise<Tokens> {
  const identity = await readIdentity(provider, response, answer, expected, before)
  requireAudience(decodeClaims(answer.access_token) ?? {}, provider.identity.audience)
  return {
    accessToken: answer.access_token,
    ...timesOf(answer, provider.now()),
    refreshToken: answer.refresh_token ?? before?.refreshToken,
    ...identity,
  }
}

async function readIdentity(
  provider: Provider,
  response: Response,
  answer: oauth.TokenEndpointResponse,
  expected: Expected,
  before?: Before,
): Promise<Pick<Tokens, 'idToken' | 'claims'>> {
  const claims = oauth.getValidatedIdTokenClaims(answer)
  if (answer.id_token && claims) {
    return { idToken: answer.id_token, claims: await checkIdToken(provider, response, claims, expected) }
  }
  if (before) return { idToken: before.idToken, claims: before.claims }
  throw new IdentityError('login_failed', { detail: 'the provider sent no ID token.' })
}

function timesOf(answer: oauth.TokenEndpointResponse, now: number): Pick<Tokens, 'expiresAt' | 'renewAt'> {
  const lifetime = lifetimeSeconds(answer)
  // Tokens that live a minute or less would otherwise be renewed without end.
  const early = Math.min(identityLimits.renewBeforeSeconds, lifetime / 2)
  return { expiresAt: now + lifetime * 1000, renewAt: now + (lifetime - early) * 1000 }
}

function lifetimeSeconds(answer: oauth.TokenEndpointResponse): number {
  if (answer.expires_in !== undefined) return answer.expires_in
  const { iat, exp } = decodeClaims(answer.access_token) ?? {}
  if (typeof iat === 'number' && typeof exp === 'number') return exp - iat
  return identityLimits.accessTokenSeconds
}
