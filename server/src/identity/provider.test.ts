import { permissionsOf } from '@cresyl/contract/permissions'
import { and, eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberships, users } from '../platform/db/schema/index.ts'
import { addOrganization, addUser } from './people.ts'
import {
  auditRows,
  authorizationRequest,
  exchangeCode,
  isApp,
  openTestIdentity,
  refresh,
  requestTokens,
  signIn,
  submitLogin,
  type TestIdentity,
} from './test-identity.ts'

let identity: TestIdentity
let organizationId: string

beforeAll(async () => {
  identity = await openTestIdentity()
  organizationId = (
    await addOrganization(identity.context, { name: 'mercy', displayName: 'Mercy & Sons <Lab>' })
  ).id
})

afterAll(() => identity.close())

const password = 'correct horse battery'

async function newPerson(name: string): Promise<{ id: string; email: string; password: string }> {
  const email = `${name}@mercy.test`
  const { id } = await addUser(identity.context, {
    email,
    name: `Person ${name}`,
    organization: 'mercy',
    role: 'manager',
    password,
  })
  return { id, email, password }
}

function login(email: string) {
  return { email, password }
}

function parametersOf(location: string) {
  return Object.fromEntries(new URL(location).searchParams)
}

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
  const person = await newPerson('ada')
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
  const { email } = await newPerson('bea')
  const tokens = await signIn(identity, identity.newBrowser(), login(email), { resource: undefined })
  expect(decodeJwt(tokens.access_token).aud).toBe(identity.context.config.identity.audience)
  const other = authorizationRequest(identity.context, { resource: 'https://other.example/api' })
  const answer = await identity.newBrowser().get(other.url)
  expect(parametersOf(answer.location).error).toBe('invalid_target')
})

test('cookies are signed, for our pages only and out of reach of scripts', async () => {
  const { email } = await newPerson('cookie')
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const first = await browser.get(request.url)
  const resume = await browser.post(first.location, login(email))
  const lines = (await browser.get(resume.location)).headers['set-cookie'] ?? []
  const session = lines.filter((line) => line.startsWith('cresyl_session'))
  expect(session.map((line) => line.split('=')[0])).toEqual(['cresyl_session', 'cresyl_session.sig'])
  for (const line of session) {
    expect(line).toMatch(/; path=\/oidc;.*samesite=lax; httponly/i)
    expect(line).not.toMatch(/secure/i)
  }
  const forged = identity.newBrowser()
  forged.cookies = browser.cookies.filter(({ name }) => name === 'cresyl_session')
  const silent = await forged.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
})

test('prompt=none gives login_required without a session, and a code with one', async () => {
  const { email } = await newPerson('silent')
  const browser = identity.newBrowser()
  const silent = authorizationRequest(identity.context, {
    prompt: 'none',
    redirect_uri: `${identity.context.config.origin}/silent.html`,
  })
  expect(parametersOf((await browser.get(silent.url)).location)).toMatchObject({
    error: 'login_required',
    state: 'the-state',
  })
  await signIn(identity, browser, login(email))
  const answer = await browser.get(silent.url)
  expect(answer.location).toMatch(/\/silent\.html\?code=/)
})

test('wrong passwords and unknown people get the same page, which keeps the address and tells nothing', async () => {
  const person = await newPerson('wrong')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const wrong = await browser.post(first.location, { email: person.email, password: 'guess' })
  const unknown = await browser.post(first.location, { email: 'nobody@mercy.test', password: 'guess' })
  expect([wrong.status, unknown.status]).toEqual([400, 400])
  expect(wrong.text).toContain('The e-mail address or the password is not right.')
  expect(wrong.text).toContain('value="wrong@mercy.test"')
  expect(unknown.text.replace('nobody@', 'wrong@')).toBe(wrong.text)
  expect(await auditRows(identity.context, 'session.refused')).toMatchObject([
    { organizationId, userId: person.id, details: { reason: 'wrong_password' } },
  ])
  expect(identity.log.join('')).toContain('nobody has this e-mail address')
  expect(identity.log.join('')).not.toContain('nobody@mercy.test')
})

test('what people type is shown as text', async () => {
  const browser = identity.newBrowser()
  const hint = '"><script>alert(1)</script>'
  const first = await browser.get(authorizationRequest(identity.context, { login_hint: hint }).url)
  const page = await browser.get(first.location)
  const again = await browser.post(first.location, { email: hint, password: '' })
  for (const { text } of [page, again]) {
    expect(text).not.toContain('<script')
    expect(text).toContain('&#60;script&#62;')
  }
})

test('odd input at the login page is refused with a page', async () => {
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const post = (form: Record<string, string>) => browser.post(first.location, form)
  expect((await post({})).status).toBe(400)
  expect((await post({ email: 'a\u0000@mercy.test', password })).status).toBe(400)
  expect((await post({ email: 'a'.repeat(1000), password: 'b'.repeat(2000) })).status).toBe(400)
  expect((await post({ email: 'a', password: 'b'.repeat(20_000) })).status).toBe(413)
  const json = await browser.post(first.location, {}, { 'content-type': 'application/json' })
  expect(json.status).toBe(415)
  expect(json.text).toContain('Back to Cresyl')
})

test('a form of another site is refused before the password is looked at', async () => {
  const { email } = await newPerson('forged')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const send = (headers: Record<string, string | undefined>) =>
    browser.post(first.location, login(email), headers)
  expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': undefined, origin: 'https://evil.example' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': undefined, origin: undefined })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': undefined })).status).toBe(303)
})

test('a login page without its cookie, or used twice, says that it is out of date', async () => {
  const { email } = await newPerson('late')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const stranger = await identity.newBrowser().post(first.location, login(email))
  expect(stranger.status).toBe(400)
  expect(stranger.text).toContain('out of date')
  await browser.follow(await browser.post(first.location, login(email)), isApp(identity.context))
  const again = await browser.post(first.location, login(email))
  expect(again.status).toBe(400)
  expect(again.text).toContain('out of date')
})

test('after five wrong passwords the right one has to wait, longer each time', async () => {
  const person = await newPerson('locked')
  const attempt = async (guess: string) => {
    const browser = identity.newBrowser()
    const first = await browser.get(authorizationRequest(identity.context).url)
    return (await browser.post(first.location, { email: person.email, password: guess })).status
  }
  for (let n = 0; n < 5; n++) expect(await attempt('guess')).toBe(400)
  expect(await attempt(password)).toBe(400)
  const [row] = await auditRows(identity.context, 'session.refused')
  expect(row).toMatchObject({ userId: person.id, details: { reason: 'locked' } })

  identity.skip(61)
  expect(await attempt('guess')).toBe(400)
  identity.skip(61)
  expect(await attempt(password)).toBe(400)
  identity.skip(60)
  expect(await attempt(password)).toBe(303)
  expect(await attempt('guess')).toBe(400)
  expect(await attempt(password)).toBe(303)
})

test('guesses sent at the same moment count too', async () => {
  const person = await newPerson('parallel')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const guesses = Array.from({ length: 8 }, () =>
    browser.post(first.location, { email: person.email, password: 'guess' }),
  )
  await Promise.all(guesses)
  const refused = (await auditRows(identity.context, 'session.refused')).filter(
    ({ userId }) => userId === person.id,
  )
  const reasons = refused.map(({ details }) => details.reason).sort()
  expect(reasons).toEqual([...Array(3).fill('locked'), ...Array(5).fill('wrong_password')])
})

test('a code works once, and using it again revokes what it gave', async () => {
  const { email } = await newPerson('twice')
  const request = authorizationRequest(identity.context)
  const done = await submitLogin(identity, identity.newBrowser(), request, login(email))
  const { code = '' } = parametersOf(done.location)
  const { json } = await exchangeCode(identity.context, code, request.verifier)
  const again = await exchangeCode(identity.context, code, request.verifier)
  expect([again.status, again.json.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(identity.context, json.refresh_token)).json.error).toBe('invalid_grant')
})

test('a code needs its verifier', async () => {
  const { email } = await newPerson('verifier')
  const request = authorizationRequest(identity.context)
  const done = await submitLogin(identity, identity.newBrowser(), request, login(email))
  const { code = '' } = parametersOf(done.location)
  const wrong = await exchangeCode(identity.context, code, 'a'.repeat(43))
  expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_grant'])
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

test('refreshing gives new tokens with the rights of now, and rotates the refresh token', async () => {
  const person = await newPerson('rotate')
  const first = await signIn(identity, identity.newBrowser(), login(person.email))
  await identity.context.database.asSystem((tx) =>
    tx.update(memberships).set({ role: 'guest' }).where(eq(memberships.userId, person.id)),
  )
  const { status, json } = await refresh(identity.context, first.refresh_token)
  expect(status).toBe(200)
  expect(json.refresh_token).not.toBe(first.refresh_token)
  expect((await identity.provider.verify(json.access_token)).permissions).toEqual(permissionsOf('guest'))
  expect(decodeJwt(json.id_token)).toMatchObject({ sub: person.id, roles: ['guest'] })
})

test('a refresh token that was used before revokes the whole family', async () => {
  const { email } = await newPerson('family')
  const first = await signIn(identity, identity.newBrowser(), login(email))
  const second = (await refresh(identity.context, first.refresh_token)).json
  const third = (await refresh(identity.context, second.refresh_token)).json
  const reused = await refresh(identity.context, first.refresh_token)
  expect([reused.status, reused.json.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(identity.context, third.refresh_token)).json.error).toBe('invalid_grant')
})

test('of two refreshes in the same moment at most one succeeds', async () => {
  const { email } = await newPerson('race')
  const { refresh_token: token } = await signIn(identity, identity.newBrowser(), login(email))
  const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(identity.context, token)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
})

test('whoever was disabled can neither refresh, nor renew silently, nor sign in', async () => {
  const person = await newPerson('disabled')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, login(person.email))
  await identity.context.database.asSystem((tx) =>
    tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id)),
  )
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  const first = await browser.get(authorizationRequest(identity.context).url)
  expect((await browser.post(first.location, login(person.email))).status).toBe(400)
  const [row] = await auditRows(identity.context, 'session.refused')
  expect(row).toMatchObject({ userId: person.id, details: { reason: 'not_a_member' } })
})

test('a disabled membership stops the refresh, and never moves the session to another organisation', async () => {
  const person = await newPerson('moved')
  const { id: otherId } = await addOrganization(identity.context, { name: 'other', displayName: 'Other' })
  const tokens = await signIn(identity, identity.newBrowser(), login(person.email))
  await identity.context.database.asSystem(async (tx) => {
    await tx.insert(memberships).values({ organizationId: otherId, userId: person.id, role: 'admin' })
    await tx
      .update(memberships)
      .set({ disabledAt: new Date() })
      .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, person.id)))
  })
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
})

test('signing out with the ID token takes one step and ends the refresh tokens', async () => {
  const person = await newPerson('leaving')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, login(person.email))
  const { config } = identity.context
  const end = new URL(`${identity.provider.issuer}/session/end`)
  end.search = new URLSearchParams({
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: `${config.origin}/login`,
    state: 'bye',
  }).toString()
  const answer = await browser.get(end.href)
  expect([answer.status, answer.location]).toEqual([303, `${config.origin}/login?state=bye`])
  expect(browser.cookies.filter(({ name }) => name.startsWith('cresyl_session'))).toEqual([])
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  expect(await auditRows(identity.context, 'session.ended')).toMatchObject([
    { organizationId, userId: person.id },
  ])
  const again = await browser.get(end.href)
  expect([again.status, again.location]).toEqual([303, `${config.origin}/login?state=bye`])
})

test('signing out without proof asks first', async () => {
  const person = await newPerson('asked')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, login(person.email))
  const page = await browser.get(`${identity.provider.issuer}/session/end`)
  expect(page.status).toBe(200)
  expect((await refresh(identity.context, tokens.refresh_token)).status).toBe(200)
  const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
  const forged = await browser.post(action, { xsrf: 'guess', logout: 'yes' })
  expect(forged.status).toBe(400)
  const done = await browser.post(action, { xsrf, logout: 'yes' })
  expect(done.status).toBe(303)
  const [row] = await auditRows(identity.context, 'session.ended')
  expect(row).toMatchObject({ userId: person.id })
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
})

test('signing out never redirects elsewhere', async () => {
  const { email } = await newPerson('elsewhere')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, login(email))
  const end = (parameters: Record<string, string>) =>
    browser.get(`${identity.provider.issuer}/session/end?${new URLSearchParams(parameters)}`)
  const foreign = await end({
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: 'https://evil.example/',
  })
  expect([foreign.status, foreign.location]).toEqual([400, ''])
  const stranger = await identity
    .newBrowser()
    .get(`${identity.provider.issuer}/session/end?post_logout_redirect_uri=https://evil.example/`)
  expect(stranger.location).toBe(`${identity.context.config.origin}/login`)
})

test('another person can sign in over a session, which then is over', async () => {
  const first = await newPerson('before')
  const second = await newPerson('after')
  const browser = identity.newBrowser()
  const old = await signIn(identity, browser, login(first.email))
  const tokens = await signIn(identity, browser, login(second.email), { prompt: 'login' })
  expect((await identity.provider.verify(tokens.access_token)).subject).toBe(second.id)
  expect((await refresh(identity.context, old.refresh_token)).json.error).toBe('invalid_grant')
  expect((await refresh(identity.context, tokens.refresh_token)).status).toBe(200)
  const [row] = await auditRows(identity.context, 'session.ended')
  expect(row).toMatchObject({ userId: first.id })
})

test('two tabs of one session each keep their refresh token', async () => {
  const { email } = await newPerson('tabs')
  const browser = identity.newBrowser()
  const one = await signIn(identity, browser, login(email))
  const request = authorizationRequest(identity.context, { prompt: 'none' })
  const { code = '' } = parametersOf((await browser.get(request.url)).location)
  const two = (await exchangeCode(identity.context, code, request.verifier)).json
  expect((await refresh(identity.context, one.refresh_token)).status).toBe(200)
  expect((await refresh(identity.context, two.refresh_token)).status).toBe(200)
})

test('neither refresh tokens nor codes can be read from the database', async () => {
  const { email } = await newPerson('dump')
  const tokens = await signIn(identity, identity.newBrowser(), login(email))
  const { rows } = await identity.context.database.asSystem((tx) =>
    tx.execute<{ text: string }>('select identity_records::text as text from identity_records'),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ text }) => text.includes(tokens.refresh_token))).toBe(false)
})

test('demo_user does nothing outside of the demo', async () => {
  const browser = identity.newBrowser()
  const first = await browser.get(
    authorizationRequest(identity.context, { demo_user: 'admin@demo.cresyl' }).url,
  )
  expect((await browser.get(first.location)).text).toContain('type="password"')
})

test('an address that tries too often is told to wait', async () => {
  identity.skip(600)
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const statuses = new Map<number, number>()
  for (let n = 0; n < 32; n++) {
    const { status, text } = await browser.post(first.location, { email: '', password: '' })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 429) expect(text).toContain('Too many tries. Wait a minute and try again.')
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 30, 429: 2 })

  const answers = await Promise.all(Array.from({ length: 305 }, () => refresh(identity.context, 'nothing')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(refused[0]?.json).toMatchObject({ code: 'rate_limited', error: 'temporarily_unavailable' })
})
