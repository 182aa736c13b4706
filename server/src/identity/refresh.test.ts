import { permissionsOf } from '@cresyl/contract/api/permissions'
import { and, eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberships, users } from '../platform/db/schema/index.ts'
import { hearAll } from '../platform/db/test-hear-all.ts'
import { createMemberResolver } from './member.ts'
import { addOrganization } from './people.ts'
import {
  auditRows,
  authorizationRequest,
  exchangeCode,
  exchangeRedirect,
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

test('refreshing gives new tokens with the rights of now, and rotates the refresh token', async () => {
  const person = await identity.newPerson('rotate')
  const first = await signIn(identity, identity.newBrowser(), person)
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
  const { email } = await identity.newPerson('family')
  const first = await signIn(identity, identity.newBrowser(), { email, password })
  const second = (await refresh(identity.context, first.refresh_token)).json
  const third = (await refresh(identity.context, second.refresh_token)).json
  const reused = await refresh(identity.context, first.refresh_token)
  expect([reused.status, reused.json.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(identity.context, third.refresh_token)).json.error).toBe('invalid_grant')
})

test('a refresh token that was used before ends the access tokens of its sign-in, and the browser asks for new ones', async () => {
  const person = await identity.newPerson('thief')
  const browser = identity.newBrowser()
  const first = await signIn(identity, browser, person)
  const elsewhere = await signIn(identity, identity.newBrowser(), person)
  const second = (await refresh(identity.context, first.refresh_token)).json
  const resolve = createMemberResolver(identity.context, identity.provider)
  for (const { access_token } of [first, second, elsewhere]) await resolve(access_token)
  await refresh(identity.context, first.refresh_token)
  await hearAll(identity.context)
  for (const { access_token } of [first, second]) {
    await expect(resolve(access_token)).rejects.toThrow('You were signed out.')
  }
  await resolve(elsewhere.access_token)
  const [row] = await auditRows(identity.context, 'session.refused')
  expect(row).toMatchObject({ userId: person.id, details: { reason: 'token_used_twice' } })

  const request = authorizationRequest(identity.context, { prompt: 'none' })
  const again = await exchangeRedirect(identity.context, (await browser.get(request.url)).location, request)
  expect((await resolve(again.access_token)).userId).toBe(person.id)
  expect((await refresh(identity.context, again.refresh_token)).status).toBe(200)
})

test('of two refreshes in the same moment at most one succeeds', async () => {
  const { email } = await identity.newPerson('race')
  const { refresh_token: token } = await signIn(identity, identity.newBrowser(), { email, password })
  const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(identity.context, token)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
})

test('whoever was disabled can neither refresh, nor renew silently, nor sign in', async () => {
  const person = await identity.newPerson('disabled')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
  await identity.context.database.asSystem((tx) =>
    tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id)),
  )
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  const first = await browser.get(authorizationRequest(identity.context).url)
  expect((await browser.post(first.location, person)).status).toBe(400)
  const [row] = await auditRows(identity.context, 'session.refused')
  expect(row).toMatchObject({ userId: person.id, details: { reason: 'not_a_member' } })
})

test('a disabled membership stops the refresh, and never moves the session to another organisation', async () => {
  const person = await identity.newPerson('moved')
  const { id: otherId } = await addOrganization(identity.context, { name: 'other', displayName: 'Other' })
  const tokens = await signIn(identity, identity.newBrowser(), person)
  await identity.context.database.asSystem(async (tx) => {
    await tx.insert(memberships).values({ organizationId: otherId, userId: person.id, role: 'admin' })
    await tx
      .update(memberships)
      .set({ disabledAt: new Date() })
      .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, person.id)))
  })
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
})

test('two tabs of one session each keep their refresh token', async () => {
  const { email } = await identity.newPerson('tabs')
  const browser = identity.newBrowser()
  const one = await signIn(identity, browser, { email, password })
  const request = authorizationRequest(identity.context, { prompt: 'none' })
  const { code = '' } = parametersOf((await browser.get(request.url)).location)
  const two = (await exchangeCode(identity.context, code, request.verifier)).json
  expect((await refresh(identity.context, one.refresh_token)).status).toBe(200)
  expect((await refresh(identity.context, two.refresh_token)).status).toBe(200)
})

test('neither refresh tokens nor codes can be read from the database', async () => {
  const { email } = await identity.newPerson('dump')
  const tokens = await signIn(identity, identity.newBrowser(), { email, password })
  const { rows } = await identity.context.database.asSystem((tx) =>
    tx.execute<{ text: string }>('select identity_records::text as text from identity_records'),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ text }) => text.includes(tokens.refresh_token))).toBe(false)
})
