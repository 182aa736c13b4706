import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAuthorizationRequest } from './authorization-request.ts'
import { createProvider, isLoopback, type Provider } from './provider.ts'
import { testIdentity } from './test-identity.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

const redirectUri = 'http://localhost:8080/'
const wish = { returnTo: '/reports', silent: false }

let server: TestProvider
beforeEach(async () => {
  server = await startTestProvider()
})
afterEach(() => server.close())

function providerWith(audience_parameter: 'audience' | 'resource' | 'none'): Provider {
  return createProvider({
    identity: testIdentity(server.issuer, { audience_parameter }),
    fetch,
    now: Date.now,
  })
}

test('asks for a code with PKCE, state and nonce, to come back to the address given', async () => {
  const { url, transaction } = await createAuthorizationRequest(providerWith('resource'), redirectUri, wish)
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
  expect(transaction).toMatchObject({ returnTo: '/reports', silent: false, redirectUri })
})

test('state, nonce and verifier are new each time', async () => {
  const provider = providerWith('resource')
  const { transaction: first } = await createAuthorizationRequest(provider, redirectUri, wish)
  const { transaction: second } = await createAuthorizationRequest(provider, redirectUri, wish)
  expect(first.state).not.toBe(second.state)
  expect(first.nonce).not.toBe(second.nonce)
  expect(first.codeVerifier).not.toBe(second.codeVerifier)
})

test('the audience travels as the provider wants it', async () => {
  const auth0 = await createAuthorizationRequest(providerWith('audience'), redirectUri, wish)
  expect(auth0.url.searchParams.get('audience')).toBe('urn:api')
  expect(auth0.url.searchParams.has('resource')).toBe(false)
  const keycloak = await createAuthorizationRequest(providerWith('none'), redirectUri, wish)
  expect(keycloak.url.searchParams.has('audience')).toBe(false)
  expect(keycloak.url.searchParams.has('resource')).toBe(false)
})

test('a silent request shows nothing to anybody; extras are passed on', async () => {
  const { url } = await createAuthorizationRequest(providerWith('resource'), redirectUri, {
    returnTo: '/',
    silent: true,
    idTokenHint: 'hint',
    extra: { demo_user: 'admin@demo.cresyl' },
  })
  expect(url.searchParams.get('prompt')).toBe('none')
  expect(url.searchParams.get('id_token_hint')).toBe('hint')
  expect(url.searchParams.get('demo_user')).toBe('admin@demo.cresyl')
})

test('scope, organisation and who is expected travel as the provider wants them', async () => {
  const identity = testIdentity(server.issuer, {
    scope: 'openid api://cresyl/read',
    organization_parameter: 'kc_org',
  })
  const provider = createProvider({ identity, fetch, now: Date.now })
  const { url, transaction } = await createAuthorizationRequest(provider, redirectUri, {
    ...wish,
    organization: 'org-2',
    loginHint: 'ada@example.org',
  })
  expect(url.searchParams.get('scope')).toBe('openid api://cresyl/read')
  expect(url.searchParams.get('kc_org')).toBe('org-2')
  expect(url.searchParams.get('login_hint')).toBe('ada@example.org')
  expect(transaction).toMatchObject({ organization: 'org-2', loginHint: 'ada@example.org' })
})

test('a provider that knows no organisations is not asked for one', async () => {
  const identity = testIdentity(server.issuer, { organization_parameter: null })
  const provider = createProvider({ identity, fetch, now: Date.now })
  const request = createAuthorizationRequest(provider, redirectUri, { ...wish, organization: 'org-2' })
  await expect(request).rejects.toMatchObject({ detail: expect.stringMatching(/cannot switch organisation/) })
})

test('unencrypted providers are refused except on this machine', async () => {
  expect(isLoopback(new URL('http://localhost:8080/oidc'))).toBe(true)
  expect(isLoopback(new URL('http://127.0.0.1:8080/oidc'))).toBe(true)
  expect(isLoopback(new URL('http://localhost.elsewhere.example/oidc'))).toBe(false)

  const asked: unknown[] = []
  const provider = createProvider({
    identity: testIdentity('http://provider.example'),
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
  const identity = testIdentity(issuer)
  await expect(createProvider({ identity, fetch, now: Date.now }).metadata()).rejects.toThrow(/issuer/)
})

test('discovery that failed is tried again by the next who needs it', async () => {
  let works = false
  const identity = testIdentity(server.issuer)
  const provider = createProvider({
    identity,
    fetch: (...request) => (works ? fetch(...request) : Promise.reject(new TypeError('offline'))),
    now: Date.now,
    persistence: { timeout: 60_000, attempts: 1, pause: 1 },
  })
  await expect(provider.metadata()).rejects.toMatchObject({ code: 'unreachable' })
  works = true
  expect(await provider.metadata()).toMatchObject({ issuer: server.issuer })
})

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(digest).toString('base64url')
}
