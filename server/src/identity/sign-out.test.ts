import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  auditRows,
  authorizationRequest,
  openTestLab,
  parametersOf,
  testPassword as password,
  refresh,
  signIn,
  type TestLab,
} from './test-identity.ts'

let identity: TestLab
let organizationId: string

beforeAll(async () => {
  identity = await openTestLab()
  organizationId = identity.organizationId
})

afterAll(() => identity.close())

test('signing out with the ID token takes one step and ends the refresh tokens', async () => {
  const person = await identity.newPerson('leaving')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
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
  const person = await identity.newPerson('asked')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
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
  const { email } = await identity.newPerson('elsewhere')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, { email, password })
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
  const first = await identity.newPerson('before')
  const second = await identity.newPerson('after')
  const browser = identity.newBrowser()
  const old = await signIn(identity, browser, first)
  const tokens = await signIn(identity, browser, second, { prompt: 'login' })
  expect((await identity.provider.verify(tokens.access_token)).subject).toBe(second.id)
  expect((await refresh(identity.context, old.refresh_token)).json.error).toBe('invalid_grant')
  expect((await refresh(identity.context, tokens.refresh_token)).status).toBe(200)
  const [row] = await auditRows(identity.context, 'session.ended')
  expect(row).toMatchObject({ userId: first.id })
})
