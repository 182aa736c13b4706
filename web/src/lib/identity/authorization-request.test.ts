import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAuthorizationRequest } from './authorization-request.ts'
import { createProvider, isLoopback, type Provider } from './provider.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

const origin = 'http://localhost:8080'
const wish = { returnTo: '/reports', silent: false }

let server: TestProvider
beforeEach(async () => {
  server = await startTestProvider()
})
afterEach(() => server.close())

function providerWith(audience_parameter: 'audience' | 'resource' | 'none'): Provider {
  const identity = { issuer: server.issuer, client_id: 'cresyl-web', audience: 'urn:api', audience_parameter }
  return createProvider({ identity, fetch, now: Date.now })
}

test('asks for a code with PKCE, state and nonce, to come back to the root of the app', async () => {
  const { url, transaction } = await createAuthorizationRequest(providerWith('resource'), origin, wish)
  expect(url.href.startsWith(`${server.issuer}/auth?`)).toBe(true)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'cresyl-web',
    redirect_uri: 'http://localhost:8080/',
    response_type: 'code',
    scope: 'openid profile email offline_access',
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await challengeOf(transaction.codeVerifier),
    code_challenge_method: 'S256',
    resource: 'urn:api',
  })
  expect(transaction).toMatchObject({ returnTo: '/reports', silent: false })
})

test('state, nonce and verifier are new each time', async () => {
  const provider = providerWith('resource')
  const { transaction: first } = await createAuthorizationRequest(provider, origin, wish)
  const { transaction: second } = await createAuthorizationRequest(provider, origin, wish)
  expect(first.state).not.toBe(second.state)
  expect(first.nonce).not.toBe(second.nonce)
  expect(first.codeVerifier).not.toBe(second.codeVerifier)
})

test('the audience travels as the provider wants it', async () => {
  const auth0 = await createAuthorizationRequest(providerWith('audience'), origin, wish)
  expect(auth0.url.searchParams.get('audience')).toBe('urn:api')
  expect(auth0.url.searchParams.has('resource')).toBe(false)
  const keycloak = await createAuthorizationRequest(providerWith('none'), origin, wish)
  expect(keycloak.url.searchParams.has('audience')).toBe(false)
  expect(keycloak.url.searchParams.has('resource')).toBe(false)
})

test('a silent request shows nothing to anybody; extras are passed on', async () => {
  const { url } = await createAuthorizationRequest(providerWith('resource'), origin, {
    returnTo: '/',
    silent: true,
    idTokenHint: 'hint',
    extra: { demo_user: 'admin@demo.cresyl' },
  })
  expect(url.searchParams.get('prompt')).toBe('none')
  expect(url.searchParams.get('id_token_hint')).toBe('hint')
  expect(url.searchParams.get('demo_user')).toBe('admin@demo.cresyl')
})

test('unencrypted providers are refused except on this machine', async () => {
  expect(isLoopback(new URL('http://localhost:8080/oidc'))).toBe(true)
  expect(isLoopback(new URL('http://127.0.0.1:8080/oidc'))).toBe(true)
  expect(isLoopback(new URL('http://localhost.elsewhere.example/oidc'))).toBe(false)

  const identity = { client_id: 'c', audience: 'a', audience_parameter: 'none' as const }
  const asked: unknown[] = []
  const provider = createProvider({
    identity: { ...identity, issuer: 'http://provider.example' },
    fetch: async (url) => {
      asked.push(url)
      return new Response()
    },
    now: Date.now,
  })
  await expect(provider.metadata()).rejects.toThrow(/HTTPS/i)
  expect(asked).toEqual([])
})

test('a provider that names another issuer than its own is refused', async () => {
  const issuer = server.issuer
  server.issuer = 'https://elsewhere.example'
  const identity = { issuer, client_id: 'c', audience: 'a', audience_parameter: 'none' as const }
  await expect(createProvider({ identity, fetch, now: Date.now }).metadata()).rejects.toThrow(/issuer/)
})

test('discovery that failed is tried again by the next who needs it', async () => {
  let works = false
  const identity = {
    issuer: server.issuer,
    client_id: 'c',
    audience: 'a',
    audience_parameter: 'none' as const,
  }
  const provider = createProvider({
    identity,
    fetch: (...request) => (works ? fetch(...request) : Promise.reject(new TypeError('offline'))),
    now: Date.now,
    persistence: { timeout: 1000, attempts: 1, pause: 1 },
  })
  await expect(provider.metadata()).rejects.toMatchObject({ code: 'unreachable' })
  works = true
  expect(await provider.metadata()).toMatchObject({ issuer: server.issuer })
})

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(digest).toString('base64url')
}
