import { once } from 'node:events'
import { connect } from 'node:net'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import Fastify from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hearAll } from '../platform/db/test-hear-all.ts'
import { createMemberResolver } from './member.ts'
import { createIdentityProvider } from './provider.ts'
import {
  auditRows,
  authorizationRequest,
  exchangeCode,
  isApp,
  openTestContext,
  openTestLab,
  parametersOf,
  testPassword as password,
  refresh,
  requestTokens,
  signIn,
  submitLogin,
  type TestLab,
} from './test-identity.ts'

let identity: TestLab
let organizationId: string

beforeAll(async () => {
  identity = await openTestLab()
  organizationId = identity.organizationId
})

afterAll(() => identity.close())

test('discovery names our issuer and endpoints, whatever host the request claims', async () => {
  const { issuer } = identity.provider
  const answer = await identity.newBrowser().get(`${issuer}/.well-known/openid-configuration`, {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
  })
  const document = JSON.parse(answer.text)
  expect(document).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/session/end`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  })
  expect(answer.text).not.toContain('evil')
})

test('the published keys hold nothing private', async () => {
  const answer = await identity.newBrowser().get(`${identity.provider.issuer}/jwks`)
  const [key, ...others] = JSON.parse(answer.text).keys
  expect(others).toEqual([])
  expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('a person signs in with a password and gets the three tokens', async () => {
  const person = await identity.newPerson('ada')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const { config } = identity.context

  const first = await browser.get(request.url)
  expect(first.status).toBe(303)
  const page = await browser.get(first.location)
  expect(page.status).toBe(200)
  expect(page.text).toContain('autocomplete="current-password"')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['content-security-policy']).not.toContain('script')
  expect(page.headers['content-security-policy']).toMatch(/style-src 'self' .*font-src 'self'/)
  expect(page.headers['cache-control']).toBe('no-store')

  const done = await browser.follow(
    await browser.post(first.location, { email: ' Ada@Mercy.test ', password }),
    isApp(identity.context),
  )
  const { code = '', state, iss } = parametersOf(done.location)
  expect(done.location.startsWith(`${config.origin}/?`)).toBe(true)
  expect({ state, iss }).toEqual({ state: 'the-state', iss: identity.provider.issuer })

  const { status, json } = await exchangeCode(identity.context, code, request.verifier)
  expect(status).toBe(200)
  expect(json.expires_in).toBe(300)
  expect(decodeProtectedHeader(json.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  expect(await identity.provider.verify(json.access_token)).toEqual({
    subject: person.id,
    organizationId,
    permissions: permissionsOf('manager'),
    sessionId: expect.any(String),
    expiresAt: expect.any(Date),
  })
  expect(decodeJwt(json.id_token)).toMatchObject({
    sub: person.id,
    aud: config.identity.clientId,
    nonce: 'the-nonce',
    name: 'Person ada',
    email: 'ada@mercy.test',
    org_id: organizationId,
    org_name: 'mercy',
    org_display_name: 'Mercy & Sons <Lab>',
    roles: ['manager'],
  })
  expect(await auditRows(identity.context, 'session.started')).toMatchObject([
    { organizationId, userId: person.id, details: { method: 'password' } },
  ])
})

test('the resource may be left out, and no other one is served', async () => {
  const { email } = await identity.newPerson('bea')
  const tokens = await signIn(identity, identity.newBrowser(), { email, password }, { resource: undefined })
  expect(decodeJwt(tokens.access_token).aud).toBe(identity.context.config.identity.audience)
  const other = authorizationRequest(identity.context, { resource: 'https://other.example/api' })
  const answer = await identity.newBrowser().get(other.url)
  expect(parametersOf(answer.location).error).toBe('invalid_target')
})

test('cookies are signed, for our pages only and out of reach of scripts', async () => {
  const { email } = await identity.newPerson('cookie')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const first = await browser.get(request.url)
  const resume = await browser.post(first.location, { email, password })
  const lines = (await browser.get(resume.location)).headers['set-cookie'] ?? []
  const session = lines.filter((line) => line.startsWith('cresyl_session'))
  expect(session.map((line) => line.split('=')[0])).toEqual(['cresyl_session', 'cresyl_session.sig'])
  for (const line of session) {
    expect(line).toMatch(/; path=\/oidc;.*samesite=lax; httponly/i)
    expect(line).not.toMatch(/secure/i)
    const [, expires = ''] = /expires=([^;]+)/.exec(line) ?? []
    const hours = (Date.parse(expires) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
  }
  const forged = identity.newBrowser()
  forged.cookies = browser.cookies.filter(({ name }) => name === 'cresyl_session')
  const silent = await forged.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
})

test('behind a proxy that ends TLS, addresses are https and cookies secure', async () => {
  const { context, close } = await openTestContext({ origin: 'https://slides.example.org' })
  const provider = await createIdentityProvider(context)
  const app = Fastify()
  await app.register(provider.plugin)
  const { url } = authorizationRequest(context)
  const path = url.slice('https://slides.example.org'.length)
  const answer = await app.inject({ url: path, headers: { host: '10.0.0.7:8080' } })
  expect(answer.statusCode).toBe(303)
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  expect(cookies.length).toBeGreaterThan(0)
  for (const line of cookies) expect(line).toMatch(/; secure/)
  const discovery = await app.inject({ url: '/oidc/.well-known/openid-configuration' })
  expect(discovery.json()).toMatchObject({ token_endpoint: 'https://slides.example.org/oidc/token' })
  await app.close()
  await provider.close()
  await close()
})

test('prompt=none gives login_required without a session, and a code with one', async () => {
  const { email } = await identity.newPerson('silent')
  const browser = identity.newBrowser()
  const silent = authorizationRequest(identity.context, {
    prompt: 'none',
    redirect_uri: `${identity.context.config.origin}/silent.html`,
  })
  expect(parametersOf((await browser.get(silent.url)).location)).toMatchObject({
    error: 'login_required',
    state: 'the-state',
  })
  await signIn(identity, browser, { email, password })
  const answer = await browser.get(silent.url)
  expect(answer.location).toMatch(/\/silent\.html\?code=/)
})

test('a code works once, and using it again revokes what it gave', async () => {
  const { email } = await identity.newPerson('twice')
  const request = authorizationRequest(identity.context)
  const done = await submitLogin(identity, identity.newBrowser(), request, { email, password })
  const { code = '' } = parametersOf(done.location)
  const { json } = await exchangeCode(identity.context, code, request.verifier)
  const resolve = createMemberResolver(identity.context, identity.provider)
  await hearAll(identity.context)
  await resolve(json.access_token)
  const again = await exchangeCode(identity.context, code, request.verifier)
  expect([again.status, again.json.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(identity.context, json.refresh_token)).json.error).toBe('invalid_grant')
  await hearAll(identity.context)
  await expect(resolve(json.access_token)).rejects.toThrow('You were signed out.')
})

test('a code needs its verifier', async () => {
  const { email } = await identity.newPerson('verifier')
  const request = authorizationRequest(identity.context)
  const done = await submitLogin(identity, identity.newBrowser(), request, { email, password })
  const { code = '' } = parametersOf(done.location)
  const wrong = await exchangeCode(identity.context, code, 'a'.repeat(43))
  expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_grant'])
})

test('a code comes back in the query only', async () => {
  for (const mode of ['form_post', 'fragment']) {
    const { url } = authorizationRequest(identity.context, { response_mode: mode })
    const answer = await identity.newBrowser().get(url)
    expect(answer.status).not.toBe(200)
    expect(answer.location).not.toContain('/interaction/')
  }
})

test('without PKCE, or with plain, there is no login page', async () => {
  const without = authorizationRequest(identity.context, {
    code_challenge: undefined,
    code_challenge_method: undefined,
  })
  const plain = authorizationRequest(identity.context, { code_challenge_method: 'plain' })
  for (const { url } of [without, plain]) {
    const answer = await identity.newBrowser().get(url)
    expect(parametersOf(answer.location).error).toBe('invalid_request')
  }
})

test.each([
  ['https://evil.example/'],
  ['http://localhost/'],
  ['{origin}/login'],
  ['{origin}/?next=1'],
  ['{origin}'],
])('never redirects to %s', async (pattern) => {
  const { config } = identity.context
  const redirect = pattern.replace('{origin}', config.origin)
  const answer = await identity
    .newBrowser()
    .get(authorizationRequest(identity.context, { redirect_uri: redirect }).url)
  expect([answer.status, answer.location]).toEqual([400, ''])
  expect(answer.text).toContain(`href="${config.origin}/login"`)
})

test('an unknown client and odd parameters get an error page, not a failure', async () => {
  const browser = identity.newBrowser()
  const client = await browser.get(authorizationRequest(identity.context, { client_id: '<b>x</b>' }).url)
  expect(client.status).toBe(400)
  expect(client.text).not.toContain('<b>')
  const zero = await browser.get(authorizationRequest(identity.context, { state: '\u0000' }).url)
  expect(zero.status).toBe(400)
  const code = await requestTokens(identity.context, {
    grant_type: 'authorization_code',
    code: '\u0000',
    code_verifier: 'a'.repeat(43),
    redirect_uri: `${identity.context.config.origin}/`,
  })
  expect(code.status).toBe(400)
  const nowhere = await browser.get(`${identity.provider.issuer}/nowhere`)
  expect(nowhere.status).toBe(404)
  expect(nowhere.text).toContain('Back to Cresyl')
})

test.each(['AUTH', 'Token/'])('an address that asks /%s too often has to wait', async (endpoint) => {
  identity.stopClock()
  onTestFinished(() => identity.skip(180))
  const browser = identity.newBrowser()
  const ask = () =>
    endpoint === 'AUTH'
      ? browser.get(`${identity.provider.issuer}/${endpoint}`)
      : browser.post(`${identity.provider.issuer}/${endpoint}`, {})
  const answers = await Promise.all(Array.from({ length: 302 }, ask))
  const refused = answers.filter(({ status }) => status !== 400)
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  expect(refused[0]?.text).toContain('Too many attempts')
})

test('a body that is too long is refused, and its connection goes on', async () => {
  const { port } = identity.context.config
  const socket = connect(port, 'localhost')
  const length = 2_000_000
  socket.write(
    `POST /oidc/token HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`,
  )
  socket.write('x'.repeat(length))
  socket.write('GET /oidc/jwks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  const answers = Buffer.concat(chunks).toString()
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
})
