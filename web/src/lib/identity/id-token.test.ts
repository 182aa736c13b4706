import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AuthorizationWish, createAuthorizationRequest } from './authorization-request.ts'
import { exchangeCode } from './authorization-response.ts'
import { identityErrorFrom } from './identity-error.ts'
import { createProvider, type Provider } from './provider.ts'
import { testIdentity } from './test-identity.ts'
import { encode, generateKeys, startTestProvider, type TestProvider } from './test-provider.ts'
import type { Tokens } from './tokens.ts'

let server: TestProvider
let provider: Provider

beforeEach(async () => {
  server = await startTestProvider()
  provider = providerWith({})
})
afterEach(() => server.close())

function providerWith(changes: Parameters<typeof testIdentity>[1], now: () => number = Date.now): Provider {
  const persistence = { timeout: 60_000, attempts: 1, pause: 1 }
  return createProvider({ identity: testIdentity(server.issuer, changes), fetch, now, persistence })
}

async function signIn(using: Provider = provider, wish: Partial<AuthorizationWish> = {}): Promise<Tokens> {
  const asked = { returnTo: '/', silent: false, ...wish }
  const { transaction } = await createAuthorizationRequest(using, 'http://localhost:8080/', asked)
  server.nonce = transaction.nonce
  return exchangeCode(using, new URLSearchParams({ code: 'c', state: transaction.state }), transaction)
}

/** Oauth4webapi says in its code which check failed; ours are in the detail. */
async function failureOf(attempt: Promise<unknown>) {
  const raw: unknown = await attempt.then(
    () => undefined,
    (error) => error,
  )
  if (!raw) throw new Error('Expected the sign-in to fail.')
  const { code, detail } = identityErrorFrom(raw)
  return { code, check: (raw as { code?: unknown }).code, detail }
}

test('an ID token signed with another key is refused', async () => {
  const { privateKey } = await generateKeys()
  server.tamper = (idToken) => server.sign(payloadOf(idToken), {}, privateKey)
  expect(await failureOf(signIn())).toMatchObject({ code: 'login_failed', check: 'OAUTH_INVALID_RESPONSE' })
})

test('an ID token whose claims were changed after signing is refused', async () => {
  server.tamper = (idToken) => {
    const [header, , signature] = idToken.split('.')
    return [header, encode({ ...payloadOf(idToken), sub: 'mallory' }), signature].join('.')
  }
  expect(await failureOf(signIn())).toMatchObject({ code: 'login_failed', check: 'OAUTH_INVALID_RESPONSE' })
})

test.each(['none', 'HS256', 'RS512'])('an ID token with algorithm %s is refused', async (alg) => {
  server.tamper = (idToken) => server.sign(payloadOf(idToken), { alg })
  expect(await failureOf(signIn())).toMatchObject({ code: 'login_failed', check: 'OAUTH_INVALID_RESPONSE' })
})

test('an ID token without a signature is refused', async () => {
  server.tamper = (idToken) => `${encode({ alg: 'none' })}.${encode(payloadOf(idToken))}.`
  expect(await failureOf(signIn())).toMatchObject({ code: 'login_failed', check: 'OAUTH_INVALID_RESPONSE' })
})

test('an ID token signed with the public key as if it were a secret is refused', async () => {
  const { keys } = (await (await fetch(`${server.issuer}/jwks`)).json()) as { keys: unknown[] }
  server.tamper = (idToken) => {
    const signed = `${encode({ alg: 'HS256', kid: 'key-1' })}.${encode(payloadOf(idToken))}`
    return `${signed}.${createHmac('sha256', JSON.stringify(keys[0])).update(signed).digest('base64url')}`
  }
  expect(await failureOf(signIn())).toMatchObject({ code: 'login_failed', check: 'OAUTH_INVALID_RESPONSE' })
})

test('keys may change: one published since is fetched, once', async () => {
  await signIn()
  await server.rotateKeys()
  expect(await signIn()).toMatchObject({ claims: { sub: 'ada' } })
  expect(server.keyRequests).toBe(2)
})

test('a key that the provider never published is looked for once, not without end', async () => {
  await signIn()
  server.tamper = (idToken) => server.sign(payloadOf(idToken), { kid: 'unknown' })
  expect(await failureOf(signIn())).toMatchObject({ check: 'OAUTH_KEY_SELECTION_FAILED' })
  expect(server.keyRequests).toBe(2)
})

test.each([
  ['issuer', { iss: 'https://elsewhere.example' }],
  ['audience', { aud: 'another-client' }],
  ['nonce', { nonce: 'another' }],
  ['authorised party', { aud: ['cresyl-web', 'another-client'], azp: 'another-client' }],
  ['party, since none is named', { aud: ['cresyl-web', 'another-client'] }],
])('an ID token with the wrong %s is refused', async (_, claims) => {
  server.claims = claims
  expect(await failureOf(signIn())).toMatchObject({ check: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' })
})

test.each([
  { nonce: undefined },
  { exp: undefined },
  { iat: undefined },
  { sub: undefined },
  { aud: undefined },
])('an ID token without a claim is refused: %o', async (claims) => {
  server.claims = claims
  expect(await failureOf(signIn())).toMatchObject({ code: 'login_failed' })
})

test('an ID token without an organisation is refused, with a sentence for the person', async () => {
  server.claims = { org_id: undefined }
  const { code, detail } = await failureOf(signIn())
  expect(code).toBe('login_failed')
  expect(detail).toMatch(/belongs to no organisation/)
})

test('an ID token that another client asked for is refused even if it is for this one too', async () => {
  server.claims = { azp: 'another-client' }
  expect((await failureOf(signIn())).detail).toMatch(/another application/)
  server.claims = { azp: 'cresyl-web' }
  expect(await signIn()).toMatchObject({ claims: { sub: 'ada' } })
})

test('an ID token for another organisation than the one asked for is refused', async () => {
  server.claims = { org_name: 'northside' }
  expect((await failureOf(signIn(provider, { organization: 'org-2' }))).detail).toMatch(
    /a different organisation/,
  )
  for (const organization of ['org-1', 'northside']) {
    expect(await signIn(provider, { organization })).toMatchObject({ claims: { org_id: 'org-1' } })
  }
})

test.each([{ sub: 'grace' }, { org_id: 'org-2' }])(
  'a silent answer for someone else than before is refused: %o',
  async (claims) => {
    const silent = { silent: true, person: { sub: 'ada', org_id: 'org-1' } }
    expect(await signIn(provider, silent)).toMatchObject({ claims: { sub: 'ada' } })
    server.claims = claims
    expect((await failureOf(signIn(provider, silent))).detail).toMatch(/another person/)
  },
)

test('where everybody belongs to one organisation, no claim is needed', async () => {
  server.claims = { org_id: undefined }
  const one = providerWith({ organization: 'northside' })
  expect(await signIn(one)).toMatchObject({ claims: { org_id: 'northside' } })
})

test('the organisation is in the claim that the configuration names', async () => {
  server.claims = { org_id: undefined, realm: { organization: ['northside'] } }
  const { claims } = testIdentity('')
  const nested = providerWith({ claims: { ...claims, organization: 'realm.organization' } })
  expect(await signIn(nested)).toMatchObject({ claims: { org_id: 'northside' } })
})

test.each([
  ['urn:api', true],
  [['urn:api', 'urn:userinfo'], true],
  [undefined, true],
  ['urn:another-api', false],
  [['urn:another-api'], false],
])('an access token for %j: taken %s', async (aud, taken) => {
  server.accessClaims = { aud }
  const attempt = signIn()
  if (taken) expect(await attempt).toMatchObject({ claims: { sub: 'ada' } })
  else expect((await failureOf(attempt)).detail).toMatch(/a different service/)
})

test('an ID token issued far in the future is refused; a slow clock is not', async () => {
  const issuedAt = Math.floor(Date.now() / 1000) * 1000
  const slowBy = (seconds: number) => providerWith({}, () => issuedAt - seconds * 1000)
  server.claims = { iat: issuedAt / 1000 }
  expect(await signIn(slowBy(290))).toMatchObject({ claims: { sub: 'ada' } })
  expect((await failureOf(signIn(slowBy(310)))).detail).toMatch(/future/)
})

test('an ID token is taken 59 s after its expiry and refused 61 s after', async () => {
  const issuedAt = Math.floor(Date.now() / 1000) * 1000
  server.claims = { exp: issuedAt / 1000 + 1000 }
  const after = (seconds: number) => providerWith({}, () => issuedAt + (1000 + seconds) * 1000)
  expect(await signIn(after(59))).toMatchObject({ claims: { sub: 'ada' } })
  expect(await failureOf(signIn(after(61)))).toMatchObject({ check: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' })
})

function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
