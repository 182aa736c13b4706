import * as oauth from 'oauth4webapi'
import { IdentityError } from './identity-error.ts'
import type { Provider } from './provider.ts'
import { readTokens } from './token-response.ts'
import type { StoredTokens, Tokens } from './tokens.ts'

export async function refreshTokens(provider: Provider, tokens: StoredTokens): Promise<Tokens> {
  if (!tokens.refreshToken) throw new IdentityError('missing_refresh_token')
  const metadata = await provider.metadata()
  const client = provider.client()
  const response = await oauth.refreshTokenGrantRequest(metadata, client, oauth.None(), tokens.refreshToken, {
    ...provider.options,
    additionalParameters: provider.audience,
  })
  const answer = await oauth.processRefreshTokenResponse(metadata, client, response)
  return readTokens(provider, response, answer, { person: tokens.claims }, tokens)
}
