import { messages } from '@cresyl/contract/api/messages'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AuthorizationWish, createAuthorizationRequest } from './authorization-request.ts'
import { authorizationResponseIn, exchangeCode, requireOwnTransaction } from './authorization-response.ts'
import { identityErrorFrom } from './identity-error.ts'
import { createProvider, type Provider, type ProviderSettings } from './provider.ts'
import { testIdentity } from './test-identity.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'
import type { Tokens } from './tokens.ts'
import type { Transaction } from './transaction.ts'

const origin = 'http://localhost:8080'
const redirectUri = `${origin}/silent.html`
const patience = { timeout: 60_000, attempts: 3, pause: 1 }

let server: TestProvider
let provider: Provider

beforeEach(async () => {
  server = await startTestProvider()
  provider = providerWith({})
})
afterEach(() => server.close())

function providerWith(settings: Partial<ProviderSettings>): Provider {
  const usual = { identity: testIdentity(server.issuer), fetch, now: Date.now, persistence: patience }
  return createProvider({ ...usual, ...settings })
}

function request(using: Provider, wish: Partial<AuthorizationWish> = {}) {
  return createAuthorizationRequest(using, redirectUri, { returnTo: '/', silent: false, ...wish })
}

async function signIn(using: Provider = provider, wish: Partial<AuthorizationWish> = {}): Promise<Tokens> {
  const { transaction } = await request(using, wish)
  server.nonce = transaction.nonce
  return exchangeCode(using, new URLSearchParams({ code: 'c', state: transaction.state }), transaction)
}

/** Oauth4webapi says in its code which check failed; ours are in the message. */
async function failureOf(
  attempt: Promise<unknown>,
): Promise<{ code: string; check: unknown; detail: unknown }> {
  const raw: unknown = await attempt.then(
    () => undefined,
    (error) => error,
  )
  if (!raw) throw new Error('Expected the sign-in to fail.')
  const { code, detail, message } = identityErrorFrom(raw)
  expect(message).not.toBe('')
  return { code, check: (raw as { code?: unknown }).code, detail }
}

test('a proper answer gives the tokens and the verified claims', async () => {
  const tokens = await signIn()
  expect(tokens.claims).toMatchObject({ sub: 'ada', org_id: 'org-1', name: 'Ada' })
  expect(tokens.refreshToken).toBe('refresh-1')
  const [request] = server.tokenRequests
  expect(request?.get('grant_type')).toBe('authorization_code')
  expect(request?.get('redirect_uri')).toBe(redirectUri)
  expect(request?.get('resource')).toBe('urn:api')
  expect(request?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
})

test('the answer of another provider is refused (RFC 9207)', async () => {
  const { transaction } = await request(provider)
  const answer = new URLSearchParams({
    code: 'c',
    state: transaction.state,
    iss: 'https://elsewhere.example',
  })
  expect(await failureOf(exchangeCode(provider, answer, transaction))).toMatchObject({
    code: 'login_failed',
  })
  expect(server.tokenRequests).toHaveLength(0)
})

test.each(['login_required', 'interaction_required', 'consent_required', 'account_selection_required'])(
  'the answer %s means that someone must sign in',
  async (error) => {
    const { transaction } = await request(provider, { silent: true })
    const answer = new URLSearchParams({ error, state: transaction.state })
    expect(await failureOf(exchangeCode(provider, answer, transaction))).toMatchObject({
      code: 'login_required',
    })
  },
)

test('network errors and 5xx are tried three times in all', async () => {
  server.mishaps = ['drop', { status: 503, body: {} }]
  await signIn()
  expect(server.tokenRequests).toHaveLength(3)

  server.mishaps = ['drop', { status: 500, body: {} }, 'drop', 'drop']
  expect(await failureOf(signIn())).toMatchObject({ code: 'unreachable' })
  expect(server.tokenRequests).toHaveLength(6)
})

test('what the provider refuses is not tried again', async () => {
  server.mishaps = [{ status: 400, body: { error: 'invalid_grant' } }]
  expect(await failureOf(signIn())).toMatchObject({ code: 'invalid_grant' })
  expect(server.tokenRequests).toHaveLength(1)
})

test.each(['hang', 'hang in the body'] as const)(
  'a provider that does not finish ends in a time-out: %s',
  async (mishap) => {
    server.mishaps = [mishap, mishap]
    const timers: AbortController[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const timer = new AbortController()
      timers.push(timer)
      return timer.signal
    })
    onTestFinished(() => timeout.mockRestore())
    let answered = 0
    const counting: typeof fetch = async (url, init) => {
      const response = await fetch(url, init)
      if (init?.body) answered += 1
      return response
    }
    const failing = failureOf(
      signIn(providerWith({ fetch: counting, persistence: { ...patience, attempts: 2 } })),
    )
    for (const attempt of [1, 2]) {
      // As long as it takes until it hangs.
      const came = () => (mishap === 'hang' ? server.tokenRequests.length : answered)
      await expect.poll(came).toBe(attempt)
      timers.at(-1)?.abort(new DOMException('The time is over', 'TimeoutError'))
    }
    expect(await failing).toMatchObject({ code: 'timeout' })
    expect(server.tokenRequests).toHaveLength(2)
    expect(timeout).toHaveBeenCalledWith(patience.timeout)
  },
)

test('an answer without a request of this tab, or to another one, is not believed', () => {
  const answer = new URLSearchParams({ code: 'c', state: 'theirs' })
  const transaction: Transaction = {
    state: 'ours',
    nonce: 'n',
    codeVerifier: 'v',
    redirectUri,
    returnTo: '/',
    silent: false,
  }
  expect(() => requireOwnTransaction(answer, null)).toThrowError(
    expect.objectContaining({ code: 'missing_transaction' }),
  )
  expect(() => requireOwnTransaction(answer, transaction)).toThrowError(
    expect.objectContaining({ code: 'state_mismatch', message: messages.identity.invalidState }),
  )
})

test('only the root of the app with a state and an answer is a callback', () => {
  expect(authorizationResponseIn('/?code=c&state=s', origin)?.get('code')).toBe('c')
  expect(authorizationResponseIn('/?error=login_required&state=s', origin)?.get('state')).toBe('s')
  expect(authorizationResponseIn('/?code=c', origin)).toBeNull()
  expect(authorizationResponseIn('/?state=s', origin)).toBeNull()
  expect(authorizationResponseIn('/reports?code=c&state=s', origin)).toBeNull()
})
