import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '../storage/key-value-store.ts'
import { memoryTextStorage } from '../storage/text-storage.ts'
import { createProvider, type Provider } from './provider.ts'
import { type Locks, renewTokens } from './renewal.ts'
import { testIdentity } from './test-identity.ts'
import { generateKeys, startTestProvider, type TestProvider } from './test-provider.ts'
import { createTokenStore, type TokenStore, type Tokens } from './tokens.ts'

const unguarded: Locks = { request: (_, act) => act() }

let server: TestProvider
let provider: Provider
let store: TokenStore

const expired: Tokens = {
  accessToken: 'old',
  expiresAt: 0,
  renewAt: 0,
  refreshToken: 'refresh-0',
  idToken: 'id-0',
  claims: { sub: 'ada', org_id: 'org-1' },
}

const renew = () => renewTokens({ provider, store, locks: unguarded, askSilently: async () => null })

beforeEach(async () => {
  server = await startTestProvider()
  const persistence = { timeout: 60_000, attempts: 3, pause: 1 }
  provider = createProvider({ identity: testIdentity(server.issuer), fetch, now: Date.now, persistence })
  store = createTokenStore(memoryTextStorage(), memoryStore())
  await store.write(expired)
  server.acceptRefreshToken('refresh-0')
})
afterEach(() => server.close())

test('renewing stores the new tokens, the rotated refresh token among them', async () => {
  const renewed = await renew()
  expect(renewed.refreshToken).toBe('refresh-1')
  expect(await store.read()).toEqual(renewed)
  expect(store.accessToken()).toBe(renewed.accessToken)
})

test('without a refresh token there is nothing to renew with', async () => {
  await store.write({ ...expired, refreshToken: undefined })
  await expect(renew()).rejects.toMatchObject({
    code: 'missing_refresh_token',
    message: 'Missing refresh token',
  })
  expect(server.tokenRequests).toHaveLength(0)
})

test('a refresh token that is no longer good gives invalid_grant after one try, and nothing is written', async () => {
  server.revoke()
  await expect(renew()).rejects.toMatchObject({ code: 'invalid_grant' })
  expect(server.tokenRequests).toHaveLength(1)
  expect(await store.read()).toEqual(expired)
})

test.each([{ sub: 'grace' }, { org_id: 'org-2' }])(
  'tokens for someone else are refused: %o',
  async (claims) => {
    server.claims = claims
    await expect(renew()).rejects.toMatchObject({ code: 'login_failed' })
    expect(await store.read()).toEqual(expired)
  },
)

test('a forged ID token is refused here too', async () => {
  const { privateKey } = await generateKeys()
  server.tamper = () => {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { iss: server.issuer, sub: 'ada', aud: 'cresyl-web', iat: seconds, exp: seconds + 300 }
    return server.sign({ ...claims, org_id: 'org-1' }, {}, privateKey)
  }
  await expect(renew()).rejects.toMatchObject({ code: 'login_failed' })
  expect(await store.read()).toEqual(expired)
})

test('tokens that live a minute or less are not renewed without end', async () => {
  server.lifetimeSeconds = 30
  const before = Date.now()
  const renewed = await renew()
  expect(renewed.renewAt).toBe(renewed.expiresAt - 15_000)
  expect(renewed.renewAt).toBeGreaterThan(before)
})
