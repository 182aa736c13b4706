import { identityLimits } from '@cresyl/contract/limits'
import * as oauth from 'oauth4webapi'
import { IdentityError } from './identity-error.ts'
import { decodeClaims } from './jwt.ts'
import type { Provider } from './provider.ts'
import type { IdentityClaims, Tokens } from './tokens.ts'

/** What an earlier answer of the same session gave, if there was one. */
type Before = Pick<Tokens, 'refreshToken' | 'idToken' | 'claims'>

/**
 * The tokens of an answer that oauth4webapi has already checked for issuer, audience, nonce and expiry:
 * here its signature and the claims of this product are checked too.
 */
export async function readTokens(
  provider: Provider,
  response: Response,
  answer: oauth.TokenEndpointResponse,
  before?: Before,
): Promise<Tokens> {
  const identity = await readIdentity(provider, response, answer, before)
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
  before?: Before,
): Promise<Pick<Tokens, 'idToken' | 'claims'>> {
  const claims = oauth.getValidatedIdTokenClaims(answer)
  if (!answer.id_token || !claims) {
    if (before) return { idToken: before.idToken, claims: before.claims }
    throw new IdentityError('login_failed', { detail: 'the provider sent no ID token.' })
  }
  const metadata = await provider.metadata()
  await oauth.validateApplicationLevelSignature(metadata, response, provider.options)
  const checked = withOrganization(claims)
  if (before) requireSamePerson(checked, before.claims)
  return { idToken: answer.id_token, claims: checked }
}

function withOrganization(claims: oauth.IDToken): IdentityClaims {
  const { org_id } = claims
  if (typeof org_id === 'string' && org_id !== '') return { ...claims, org_id }
  const detail = 'this account belongs to no organisation. Ask an administrator to invite you.'
  throw new IdentityError('login_failed', { detail })
}

function requireSamePerson(claims: IdentityClaims, before: IdentityClaims): void {
  if (claims.sub === before.sub && claims.org_id === before.org_id) return
  const detail = 'the provider answered for another person or organisation. Sign in again.'
  throw new IdentityError('login_failed', { detail })
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
