import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityRecords, memberships, signIns } from '../platform/db/schema/index.ts'
import { createMemberResolver } from './member.ts'
import { endSignIns, listSignIns, removeOldSignIns, type WhichSignIns } from './sign-ins.ts'
import {
  authorizationRequest,
  exchangeCode,
  openTestLab,
  parametersOf,
  refresh,
  signIn,
  submitLogin,
  type TestLab,
} from './test-identity.ts'

let identity: TestLab

beforeAll(async () => {
  identity = await openTestLab()
})

afterAll(() => identity.close())

const now = () => identity.context.clock.now()

function list(userId: string) {
  return identity.context.database.asSystem((tx) => listSignIns(tx, userId, now()))
}

function end(userId: string, which: WhichSignIns = {}) {
  return identity.context.database.asSystem((tx) => endSignIns(tx, userId, which, now()))
}

async function membershipOf(userId: string) {
  const rows = await identity.context.database.asSystem((tx) =>
    tx.select().from(memberships).where(eq(memberships.userId, userId)),
  )
  return rows[0]
}

function sidOf(token: string): string {
  return decodeJwt<{ sid: string }>(token).sid
}

test('each browser is one sign-in, seen again at each renewal', async () => {
  const person = await identity.newPerson('seen')
  const browser = identity.newBrowser()
  const firefox = `Firefox/145.0 ${'x'.repeat(1000)}`
  const request = authorizationRequest(identity.context)
  browser.userAgent = firefox
  const done = await submitLogin(identity, browser, request, person)
  const tokens = await exchangeCode(
    identity.context,
    parametersOf(done.location).code ?? '',
    request.verifier,
  )
  const other = await signIn(identity, identity.newBrowser(), person)
  const [, mine] = await list(person.id)
  expect(mine).toEqual({
    id: sidOf(tokens.json.access_token),
    userAgent: firefox.slice(0, 400),
    startedAt: expect.any(Date),
    lastSeenAt: mine?.startedAt,
  })
  expect(sidOf(other.access_token)).not.toBe(mine?.id)
  expect((await membershipOf(person.id))?.lastSeenAt).toBeInstanceOf(Date)

  identity.skip(60)
  const renewed = await refresh(identity.context, tokens.json.refresh_token)
  expect(sidOf(renewed.json.access_token)).toBe(mine?.id)
  const [again] = await list(person.id)
  expect(again?.id).toBe(mine?.id)
  expect(Number(again?.lastSeenAt) - Number(again?.startedAt)).toBeGreaterThanOrEqual(60_000)
  expect((await membershipOf(person.id))?.lastSeenAt).toEqual(again?.lastSeenAt)
})

test('a renewal in the background does not begin another sign-in', async () => {
  const person = await identity.newPerson('background')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
  const request = authorizationRequest(identity.context, { prompt: 'none' })
  const { code = '' } = parametersOf((await browser.get(request.url)).location)
  const again = (await exchangeCode(identity.context, code, request.verifier)).json
  expect(sidOf(again.access_token)).toBe(sidOf(tokens.access_token))
  expect(await list(person.id)).toHaveLength(1)
})

test('signing out elsewhere ends the others: tokens, renewal, session and codes', async () => {
  const person = await identity.newPerson('elsewhere')
  const here = identity.newBrowser()
  const there = identity.newBrowser()
  const mine = await signIn(identity, here, person)
  const lost = await signIn(identity, there, person)
  const waiting = authorizationRequest(identity.context, { prompt: 'none' })
  const { code = '' } = parametersOf((await there.get(waiting.url)).location)
  const resolve = createMemberResolver(identity.context, identity.provider)
  await resolve(lost.access_token)

  expect(await end(person.id, { except: sidOf(mine.access_token) })).toBe(1)
  expect((await list(person.id)).map(({ id }) => id)).toEqual([sidOf(mine.access_token)])
  expect((await refresh(identity.context, lost.refresh_token)).json.error).toBe('invalid_grant')
  expect((await exchangeCode(identity.context, code, waiting.verifier)).json.error).toBe('invalid_grant')
  const silent = await there.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  identity.skip(31)
  await expect(resolve(lost.access_token)).rejects.toThrow('You were signed out.')

  await resolve(mine.access_token)
  expect((await refresh(identity.context, mine.refresh_token)).status).toBe(200)
  const kept = await here.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(kept.location).code).toBeDefined()
  expect((await signIn(identity, there, person)).access_token).toBeDefined()
})

test('one sign-in can be ended, and nobody ends those of others', async () => {
  const person = await identity.newPerson('single')
  const stranger = await identity.newPerson('stranger')
  const one = await signIn(identity, identity.newBrowser(), person)
  const two = await signIn(identity, identity.newBrowser(), person)
  expect(await end(stranger.id, { only: sidOf(one.access_token) })).toBe(0)
  expect(await list(person.id)).toHaveLength(2)
  expect(await end(person.id, { only: sidOf(one.access_token) })).toBe(1)
  expect((await refresh(identity.context, one.refresh_token)).json.error).toBe('invalid_grant')
  expect((await refresh(identity.context, two.refresh_token)).status).toBe(200)
})

test('a session that a request under way saves again stays over', async () => {
  const person = await identity.newPerson('revived')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
  const read = () => identity.context.database.asSystem((tx) => tx.select().from(identityRecords))
  const remembered = await read()
  await end(person.id)
  await identity.context.database.asSystem((tx) =>
    tx.insert(identityRecords).values(remembered).onConflictDoNothing(),
  )
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  expect(await list(person.id)).toEqual([])
})

test('a password that was accepted before everything ended does not become a session', async () => {
  const person = await identity.newPerson('between')
  const browser = identity.newBrowser()
  const page = await browser.get(authorizationRequest(identity.context).url)
  const accepted = await browser.post(page.location, person)
  expect(accepted.status).toBe(303)
  await end(person.id)
  const resumed = await browser.get(accepted.location)
  expect(resumed.status).toBe(400)
  expect(resumed.text).toContain('out of date')
})

test('signing out ends the sign-in, and so does another person in the same browser', async () => {
  const person = await identity.newPerson('leaving')
  const next = await identity.newPerson('arriving')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
  const taken = await signIn(identity, browser, next, { prompt: 'login' })
  expect(await list(person.id)).toEqual([])
  const resolve = createMemberResolver(identity.context, identity.provider)
  await expect(resolve(tokens.access_token)).rejects.toThrow('You were signed out.')
  expect((await resolve(taken.access_token)).session).toEqual({ id: sidOf(taken.access_token) })
  await browser.get(`${identity.provider.issuer}/session/end?id_token_hint=${taken.id_token}`)
  expect(await list(next.id)).toEqual([])
  await expect(
    createMemberResolver(identity.context, identity.provider)(taken.access_token),
  ).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('old rows are removed, running ones and those just ended are kept', async () => {
  const person = await identity.newPerson('old')
  const hours = (count: number) => new Date(now().getTime() - count * 3_600_000)
  const row = { userId: person.id, userAgent: '' }
  await identity.context.database.asSystem((tx) =>
    tx.insert(signIns).values([
      { ...row, id: 'running', startedAt: hours(23), lastSeenAt: hours(1) },
      { ...row, id: 'just-ended', startedAt: hours(23), lastSeenAt: hours(1), endedAt: hours(0.5) },
      { ...row, id: 'ended', startedAt: hours(23), lastSeenAt: hours(3), endedAt: hours(2) },
      { ...row, id: 'expired', startedAt: hours(26), lastSeenAt: hours(25) },
      { ...row, id: 'just-expired', startedAt: hours(24.5), lastSeenAt: hours(24) },
    ]),
  )
  expect((await list(person.id)).map(({ id }) => id)).toEqual(['running'])
  await removeOldSignIns(identity.context)
  const rows = await identity.context.database.asSystem((tx) =>
    tx.select({ id: signIns.id }).from(signIns).where(eq(signIns.userId, person.id)),
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(['just-ended', 'just-expired', 'running'])
})
