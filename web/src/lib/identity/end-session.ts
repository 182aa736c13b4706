import type { Provider } from './provider.ts'

/** Where the provider ends its own session and sends the browser back; null if it has no such place. */
export async function endSessionUrl(
  provider: Provider,
  origin: string,
  idToken: string | undefined,
): Promise<string | null> {
  const { end_session_endpoint } = await provider.metadata()
  if (!end_session_endpoint) return null
  const url = new URL(end_session_endpoint)
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', provider.identity.client_id)
  url.searchParams.set('post_logout_redirect_uri', `${origin}/login`)
  return url.href
}
