import type { RoleKey } from '@cresyl/contract/api/permissions'
import { and, eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberships, organizations, users } from '../platform/db/schema/index.ts'
import { addOrganization } from './people.ts'
import type { TestBrowser } from './test-browser.ts'
import {
  addMembership,
  auditRows,
  authorizationRequest,
  exchangeRedirect,
  isApp,
  openTestLab,
  parametersOf,
  refresh,
  signIn,
  submitLogin,
  type TestLab,
} from './test-identity.ts'

let identity: TestLab
let count = 0

beforeAll(async () => {
  identity = await openTestLab()
})

afterAll(() => identity.close())

/** A person of the lab and of another organisation. */
async function newPersonOfTwo(role: RoleKey = 'guest') {
  const name = `second-${++count}`
  const person = await identity.newPerson(`both-${count}`)
  const { id } = await addOrganization(identity.context, { name, displayName: `Second <b>${count}</b>` })
  await addMembership(identity.context, { userId: person.id, organizationId: id, role })
  return { ...person, second: { id, name } }
}

type Person = Awaited<ReturnType<typeof newPersonOfTwo>>

async function ask(browser: TestBrowser, changes: Record<string, string | undefined>) {
  const request = authorizationRequest(identity.context, changes)
  const answer = await browser.follow(await browser.get(request.url), isApp(identity.context))
  return { request, answer }
}

/** To another organisation, without a password. */
async function switchTo(browser: TestBrowser, organization: string) {
  const { request, answer } = await ask(browser, { organization, prompt: 'none' })
  return exchangeRedirect(identity.context, answer.location, request)
}

function signInTo(browser: TestBrowser, person: Person, organization: string) {
  return signIn(identity, browser, person, { organization })
}

test('who belongs to several organisations chooses one after the password', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  const request = authorizationRequest(identity.context)
  const page = await submitLogin(identity, browser, request, person)
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.text).not.toMatch(/<script|<b>/)
  expect(page.text).toContain('Second &#60;b&#62;')
  expect(page.text).toMatch(
    /value="[0-9a-f-]{36}"[^>]*>\s*<span>Mercy[^<]*<\/span> <span class="muted">Manager</,
  )
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  const foreign = await browser.post(action, { organization: identity.organizationId.replace(/.$/, 'x') })
  expect(foreign.status).toBe(400)
  expect(foreign.text).toContain('no longer have access')
  const done = await browser.follow(
    await browser.post(action, { organization: person.second.id }),
    isApp(identity.context),
  )
  const tokens = await exchangeRedirect(identity.context, done.location, request)
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    org_id: person.second.id,
    org_name: person.second.name,
    roles: ['guest'],
  })
  const [started] = await auditRows(identity.context, 'session.started')
  expect(started).toMatchObject({
    organizationId: person.second.id,
    userId: person.id,
    details: { method: 'password' },
  })
})

test('the form of the choice has to come from our page, and of the person who signed in', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  const page = await submitLogin(identity, browser, authorizationRequest(identity.context), person)
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  const form = { organization: person.second.id }
  expect((await browser.post(action, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const other = await identity.newPerson(`intruder-${count}`)
  await signIn(identity, browser, other, { prompt: 'login' })
  const late = await browser.post(action, form)
  expect(late.status).toBe(400)
  expect(late.text).toContain('out of date')
})

test('with prompt=none an open choice is an error, and with a grant in the session there is none', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  await submitLogin(identity, browser, authorizationRequest(identity.context), person)
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location)).toMatchObject({ error: 'interaction_required', state: 'the-state' })

  await switchTo(browser, person.second.id)
  const { answer, request } = await ask(browser, { prompt: 'none' })
  const tokens = await exchangeRedirect(identity.context, answer.location, request)
  expect(decodeJwt(tokens.access_token).org_id).toBe(person.second.id)
})

test('an organisation is named by id or by name, and prompt=login still asks for the password', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  const byName = await signInTo(browser, person, person.second.name.toUpperCase())
  expect(decodeJwt(byName.access_token).org_id).toBe(person.second.id)
  const byId = await signIn(identity, browser, person, {
    prompt: 'login',
    organization: identity.organizationId,
  })
  expect(decodeJwt(byId.access_token).org_id).toBe(identity.organizationId)
})

test('switching needs no password, ends what was, and is in both audit logs', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  const elsewhere = identity.newBrowser()
  const old = await signInTo(browser, person, 'mercy')
  const untouched = await signInTo(elsewhere, person, 'mercy')
  const waiting = await ask(browser, { prompt: 'none' })

  const tokens = await switchTo(browser, person.second.id)
  expect(decodeJwt(tokens.id_token)).toMatchObject({ org_id: person.second.id, roles: ['guest'] })
  expect(decodeJwt(tokens.access_token).sid).toBe(decodeJwt(old.access_token).sid)
  expect((await refresh(identity.context, old.refresh_token)).json.error).toBe('invalid_grant')
  const late = await exchangeRedirect(identity.context, waiting.answer.location, waiting.request)
  expect(late).toMatchObject({ error: 'invalid_grant' })
  expect((await refresh(identity.context, tokens.refresh_token)).status).toBe(200)
  expect((await refresh(identity.context, untouched.refresh_token)).status).toBe(200)

  const [started] = await auditRows(identity.context, 'session.started')
  expect(started).toMatchObject({ organizationId: person.second.id, details: { method: 'switch' } })
  const [ended] = await auditRows(identity.context, 'session.ended')
  expect(ended).toMatchObject({ organizationId: identity.organizationId, userId: person.id })
  const before = (await auditRows(identity.context, 'session.started')).length
  await ask(browser, { prompt: 'none' })
  expect(await auditRows(identity.context, 'session.started')).toHaveLength(before)
})

test.each([
  ['a foreign', async () => `foreign-${++count}`, true],
  ['an unknown', async () => 'nowhere', false],
  ['an unknown', async () => '01980000-0000-7000-8000-000000000009', false],
  ['an odd', async () => "' or 1=1 --", false],
])('%s organisation is denied with a sentence, also silently', async (_what, name, exists) => {
  const organization = await name()
  if (exists) await addOrganization(identity.context, { name: organization, displayName: 'Foreign' })
  const person = await identity.newPerson(`denied-${++count}`)
  const browser = identity.newBrowser()
  const denied = {
    error: 'access_denied',
    error_description: expect.stringContaining('You are not a member of this organisation'),
    state: 'the-state',
  }
  const first = await submitLogin(
    identity,
    browser,
    authorizationRequest(identity.context, { organization }),
    person,
  )
  expect(parametersOf(first.location)).toMatchObject(denied)
  const silent = await ask(browser, { organization, prompt: 'none' })
  expect(parametersOf(silent.answer.location)).toMatchObject(denied)
  const refused = (await auditRows(identity.context, 'session.refused')).filter(
    ({ userId }) => userId === person.id,
  )
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({
    organizationId: identity.organizationId,
    details: { reason: 'foreign_organization' },
  })
})

test('who is refused an organisation keeps the one they are in', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  const tokens = await signInTo(browser, person, 'mercy')
  await ask(browser, { organization: 'nowhere', prompt: 'none' })
  expect((await refresh(identity.context, tokens.refresh_token)).status).toBe(200)
})

test('nobody learns which organisations exist without signing in', async () => {
  const ends = []
  for (const organization of ['mercy', 'nowhere']) {
    const { answer } = await ask(identity.newBrowser(), { organization })
    ends.push(answer.text.replace(/interaction\/[\w-]+/g, ''))
    const silent = await ask(identity.newBrowser(), { organization, prompt: 'none' })
    expect(parametersOf(silent.answer.location).error).toBe('login_required')
  }
  expect(ends[0]).toBe(ends[1])
})

test('a disabled organisation, or membership, leaves the others', async () => {
  const person = await newPersonOfTwo()
  const browser = identity.newBrowser()
  const tokens = await signInTo(browser, person, person.second.id)
  await identity.context.database.asSystem((tx) =>
    tx.update(organizations).set({ disabledAt: new Date() }).where(eq(organizations.id, person.second.id)),
  )
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
  const denied = await ask(browser, { organization: person.second.id, prompt: 'none' })
  expect(parametersOf(denied.answer.location).error).toBe('access_denied')
  const { answer, request } = await ask(browser, { prompt: 'none' })
  const next = await exchangeRedirect(identity.context, answer.location, request)
  expect(decodeJwt(next.access_token).org_id).toBe(identity.organizationId)

  await identity.context.database.asSystem((tx) =>
    tx
      .update(memberships)
      .set({ disabledAt: new Date() })
      .where(and(eq(memberships.userId, person.id), eq(memberships.organizationId, identity.organizationId))),
  )
  const nowhere = await ask(browser, { prompt: 'none' })
  expect(parametersOf(nowhere.answer.location).error).toBe('login_required')
})

test('a superadmin acts in any active organisation as an administrator, and its log says so', async () => {
  const person = await identity.newPerson(`super-${++count}`)
  const { id } = await addOrganization(identity.context, { name: `visited-${count}`, displayName: 'Visited' })
  await identity.context.database.asSystem((tx) =>
    tx.update(users).set({ superadmin: true, picture: '/pictures/abc' }).where(eq(users.id, person.id)),
  )
  const browser = identity.newBrowser()
  const home = await signIn(identity, browser, person)
  const { origin } = identity.context.config
  expect(decodeJwt(home.id_token)).toMatchObject({ superadmin: true, picture: `${origin}/pictures/abc` })
  expect(decodeJwt(home.id_token)).not.toHaveProperty('acting')
  expect(decodeJwt(home.access_token)).not.toHaveProperty('superadmin')

  const visit = await switchTo(browser, id)
  expect(decodeJwt(visit.id_token)).toMatchObject({
    org_id: id,
    roles: ['admin'],
    superadmin: true,
    acting: true,
  })
  expect(await auditRows(identity.context, 'organization.entered')).toMatchObject([
    { organizationId: id, userId: person.id, subjectId: id },
  ])
  const renewed = (await refresh(identity.context, visit.refresh_token)).json
  expect(decodeJwt(renewed.id_token)).toMatchObject({ acting: true })
  await identity.context.database.asSystem((tx) =>
    tx.update(users).set({ superadmin: false }).where(eq(users.id, person.id)),
  )
  expect((await refresh(identity.context, renewed.refresh_token)).json.error).toBe('invalid_grant')
})

test('a superadmin whose own organisation is disabled may still enter the others', async () => {
  const name = `own-${++count}`
  const person = await newPersonOfTwo()
  await identity.context.database.asSystem(async (tx) => {
    await tx.update(users).set({ superadmin: true, name }).where(eq(users.id, person.id))
    await tx.update(memberships).set({ disabledAt: new Date() }).where(eq(memberships.userId, person.id))
  })
  const page = await submitLogin(
    identity,
    identity.newBrowser(),
    authorizationRequest(identity.context),
    person,
  )
  expect(page.text).toContain('Choose an organisation')
  expect(page.text).toContain(person.second.id)
})
