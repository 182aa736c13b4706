import * as oauth from 'oauth4webapi'
import { IdentityError } from './identity-error.ts'
import type { Provider } from './provider.ts'
import { readTokens } from './token-response.ts'
import type { Tokens } from './tokens.ts'
import type { Transaction } from './transaction.ts'

/** The parameters with which the provider came back to this address, if it did. */
export function authorizationResponseIn(address: string, origin: string): URLSearchParams | null {
  const url = URL.parse(address, origin)
  if (url?.pathname !== '/') return null
  const { searchParams } = url
  return searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))
    ? searchParams
    : null
}

/** Before anything of the answer is believed: it must be the answer to what this tab asked. */
export function requireOwnTransaction(
  parameters: URLSearchParams,
  transaction: Transaction | null,
): Transaction {
  if (!transaction) throw new IdentityError('missing_transaction')
  if (parameters.get('state') !== transaction.state) throw new IdentityError('state_mismatch')
  return transaction
}

export async function exchangeCode(
  provider: Provider,
  parameters: URLSearchParams,
  transaction: Transaction,
): Promise<Tokens> {
  const metadata = await provider.metadata()
  const client = provider.client()
  const checked = oauth.validateAuthResponse(metadata, client, parameters, transaction.state)
  const response = await oauth.authorizationCodeGrantRequest(
    metadata,
    client,
    oauth.None(),
    checked,
    transaction.redirectUri,
    transaction.codeVerifier,
    { ...provider.options, additionalParameters: provider.audience },
  )
  const answer = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
    expectedNonce: transaction.nonce,
    requireIdToken: true,
  })
  return readTokens(provider, response, answer, transaction)
}
