import * as oauth from 'oauth4webapi'
import { type ClaimedOrganization, organizationIn } from './claims.ts'
import { IdentityError } from './identity-error.ts'
import type { Provider } from './provider.ts'
import { type IdentityClaims, isSamePerson, type Person } from './tokens.ts'
import type { Transaction } from './transaction.ts'

/** Seconds. Clocks of computers are often minutes slow; a token from further ahead was not made just now. */
const farAhead = 300

/** What the answer must be about, where that is known beforehand. */
export type Expected = Pick<Transaction, 'person' | 'organization'>

/**
 * The claims of an ID token that oauth4webapi has already checked for algorithm, issuer, audience, nonce and
 * expiry: here follow its signature and what this product asks of it.
 */
export async function checkIdToken(
  provider: Provider,
  response: Response,
  claims: oauth.IDToken,
  expected: Expected,
): Promise<IdentityClaims> {
  await verifySignature(provider, response)
  requireThisClient(claims, provider.identity.client_id)
  requireIssuedByNow(claims, provider.now())
  const organization = organizationIn(claims, provider.identity)
  if (!organization) {
    throw refusal('this account belongs to no organisation. Ask an administrator to invite you.')
  }
  const checked = { ...claims, org_id: organization.id }
  if (expected.person) requireSamePerson(checked, expected.person)
  if (expected.organization !== undefined) requireOrganization(organization, expected.organization)
  return checked
}

/** A key that was published after the keys were fetched is looked for once more, and only once. */
async function verifySignature(provider: Provider, response: Response): Promise<void> {
  const metadata = await provider.metadata()
  try {
    await oauth.validateApplicationLevelSignature(metadata, response, provider.options)
  } catch (error) {
    if (!(error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION)) throw error
    // The keys are remembered for the very object, so a copy makes them be fetched anew.
    await oauth.validateApplicationLevelSignature({ ...metadata }, response, provider.options)
  }
}

function requireThisClient({ azp }: oauth.IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) {
    throw refusal('the ID token was made for another application. Ask an administrator to check the client.')
  }
}

function requireIssuedByNow({ iat }: oauth.IDToken, now: number): void {
  if (iat * 1000 > now + farAhead * 1000) {
    throw refusal('the ID token is dated in the future. Check the clock of this computer.')
  }
}

function requireOrganization({ id, name }: ClaimedOrganization, asked: string): void {
  if (id !== asked && name !== asked) {
    throw refusal('the sign-in service answered for a different organisation. Try again.')
  }
}

function requireSamePerson(claims: IdentityClaims, person: Person): void {
  if (isSamePerson(claims, person)) return
  throw refusal('the sign-in service answered for another person or organisation. Sign in again.')
}

/** Whether the access token, as far as it can be read here, is one for our API. */
export function requireAudience({ aud }: Record<string, unknown>, audience: string): void {
  if (aud === undefined || [aud].flat().includes(audience)) return
  throw refusal('the access token is for a different service. Ask an administrator to check the audience.')
}

function refusal(detail: string): IdentityError {
  return new IdentityError('login_failed', { detail })
}
