import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { memberships, passwordPlaces } from '../../platform/db/schema/index.ts'
import { setPassword } from '../change-password.ts'
import { removeOldPlaces } from '../known-devices.ts'
import { hashPassword } from '../passwords.ts'
import type { TestBrowser } from '../test-browser.ts'
import {
  auditRows,
  authorizationRequest,
  isApp,
  openTestLab,
  testPassword as password,
  refresh,
  type TestLab,
} from '../test-identity.ts'

let identity: TestLab
let organizationId: string

beforeAll(async () => {
  identity = await openTestLab()
  organizationId = identity.organizationId
})

afterAll(() => identity.close())

test('wrong passwords and unknown people get the same page, which keeps the address and tells nothing', async () => {
  const person = await identity.newPerson('wrong')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const wrong = await browser.post(first.location, { email: person.email, password: 'guess' })
  const unknown = await browser.post(first.location, { email: 'nobody@mercy.test', password: 'guess' })
  expect([wrong.status, unknown.status]).toEqual([400, 400])
  expect(wrong.text).toContain('The e-mail address or password is wrong.')
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
  const { email } = await identity.newPerson('forged')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const send = (headers: Record<string, string | undefined>) =>
    browser.post(first.location, { email, password }, headers)
  expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': undefined, origin: 'https://evil.example' })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': undefined, origin: undefined })).status).toBe(403)
  expect((await send({ 'sec-fetch-site': undefined })).status).toBe(303)
})

test('a login page without its cookie, or used before by another person, says that it is out of date', async () => {
  const { email } = await identity.newPerson('late')
  const other = await identity.newPerson('later')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const stranger = await identity.newBrowser().post(first.location, { email, password })
  expect(stranger.status).toBe(400)
  expect(stranger.text).toContain('out of date')
  await browser.follow(await browser.post(first.location, { email, password }), isApp(identity.context))
  for (const form of [other, { email: 'nobody@mercy.test', password }]) {
    const again = await browser.post(first.location, form)
    expect(again.status).toBe(400)
    expect(again.text).toContain('out of date')
  }
})

test('after five wrong passwords the right one has to wait, longer each time', async () => {
  const person = await identity.newPerson('locked')
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

/** One guess, or the right password, from a network. */
async function attempt(browser: TestBrowser, email: string, typed: string, address: string) {
  browser.address = address
  const first = await browser.get(authorizationRequest(identity.context).url)
  return (await browser.post(first.location, { email, password: typed })).status
}

/** In the audit log: how many guesses were compared, and how many were not. */
async function countGuesses(userId: string) {
  const rows = await auditRows(identity.context, 'session.refused')
  const reasons = rows.filter((row) => row.userId === userId).map(({ details }) => details.reason)
  const count = (wanted: string) => reasons.filter((reason) => reason === wanted).length
  return { compared: count('wrong_password'), locked: count('locked') }
}

test('a stranger who keeps guessing keeps nobody out who comes from another network', async () => {
  const { email } = await identity.newPerson('elsewhere')
  const stranger = identity.newBrowser()
  for (let n = 0; n < 6; n++) await attempt(stranger, email, 'guess', '203.0.113.7')
  expect(await attempt(stranger, email, password, '203.0.113.7')).toBe(400)
  expect(await attempt(identity.newBrowser(), email, password, '203.0.113.8')).toBe(303)
})

test('guesses from everywhere are few, and never keep out a browser that has signed in before', async () => {
  const { id, email } = await identity.newPerson('besieged')
  const known = identity.newBrowser()
  expect(await attempt(known, email, password, '203.0.113.20')).toBe(303)
  const guess = (n: number) =>
    attempt(identity.newBrowser(), email, 'guess', `2001:db8:0:${n.toString(16)}::1`)
  for (let n = 1; n <= 14; n++) await guess(n)
  expect(await countGuesses(id)).toEqual({ compared: 12, locked: 2 })
  expect(await attempt(identity.newBrowser(), email, password, '203.0.113.21')).toBe(400)
  expect(await attempt(known, email, password, '203.0.113.20')).toBe(303)
  identity.skip(15 * 60 + 1)
  for (let n = 20; n < 23; n++) await guess(n)
  expect((await countGuesses(id)).compared).toBe(13)
  expect(await attempt(known, email, password, '203.0.113.20')).toBe(303)
})

test('a browser that is known has a count of its own, for its account, until the password changes', async () => {
  const person = await identity.newPerson('owner')
  const other = await identity.newPerson('colleague')
  const home = '203.0.113.30'
  const browser = identity.newBrowser()
  const devices = () => browser.cookies.filter(({ name }) => name.startsWith('cresyl_device_'))
  expect(await attempt(browser, person.email, password, home)).toBe(303)
  const [before] = devices()
  expect(await attempt(browser, other.email, password, home)).toBe(303)
  expect(await attempt(browser, person.email, password, home)).toBe(303)
  expect(devices()).toHaveLength(2)
  expect(devices().some(({ value }) => value === before?.value)).toBe(false)

  // Five at its own count and five as a stranger from its network: with a copy of it, nobody gets more.
  for (let n = 0; n < 12; n++) await attempt(browser, person.email, 'guess', home)
  expect(await countGuesses(person.id)).toEqual({ compared: 10, locked: 2 })
  expect(await countGuesses(other.id)).toEqual({ compared: 0, locked: 0 })

  const passwordHash = await hashPassword('another good password')
  const change = { passwordHash, requestId: 'r', method: 'reset', now: identity.context.clock.now() } as const
  await identity.context.database.asSystem((tx) => setPassword(tx, { ...change, userId: person.id }))
  for (let n = 0; n < 6; n++) await attempt(browser, person.email, 'guess', home)
  expect((await countGuesses(person.id)).compared).toBe(15)
})

test('what a browser is known by is for our pages only, and out of reach of scripts', async () => {
  const { email } = await identity.newPerson('remembered')
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const wrong = await browser.post(first.location, { email, password: 'guess' })
  expect(wrong.headers['set-cookie']).toBeUndefined()
  const right = await browser.post(first.location, { email, password })
  expect(right.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^cresyl_device_[0-9a-f]{16}=[\w-]{43}; path=\/oidc; max-age=15552000; samesite=strict; httponly$/,
    ),
  ])
})

test('who is disabled is told so with the right password, uses up no attempts, and otherwise hears nothing', async () => {
  const person = await identity.newPerson('disabled')
  await identity.context.database.asSystem((tx) =>
    tx.update(memberships).set({ disabledAt: new Date() }).where(eq(memberships.userId, person.id)),
  )
  const attempt = async (guess: string) => {
    const browser = identity.newBrowser()
    const first = await browser.get(authorizationRequest(identity.context).url)
    return (await browser.post(first.location, { email: person.email, password: guess })).text
  }
  for (let n = 0; n < 7; n++) expect(await attempt(password)).toContain('Your account is disabled.')
  expect(await attempt('guess')).not.toContain('disabled.')
})

test('guesses sent at the same moment count too', async () => {
  const person = await identity.newPerson('parallel')
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

test('demo_user does nothing outside of the demo', async () => {
  const browser = identity.newBrowser()
  const first = await browser.get(
    authorizationRequest(identity.context, { demo_user: 'admin@demo.cresyl' }).url,
  )
  expect((await browser.get(first.location)).text).toContain('type="password"')
})

test('an address that tries too often is told to wait', async () => {
  identity.stopClock()
  onTestFinished(() => identity.skip(180))
  const browser = identity.newBrowser()
  const first = await browser.get(authorizationRequest(identity.context).url)
  const statuses = new Map<number, number>()
  for (let n = 0; n < 32; n++) {
    const { status, text } = await browser.post(first.location, { email: '', password: '' })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 429) expect(text).toContain('Too many attempts. Wait a minute and try again.')
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 30, 429: 2 })

  const answers = await Promise.all(Array.from({ length: 305 }, () => refresh(identity.context, 'nothing')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(refused[0]?.json).toMatchObject({ code: 'rate_limited', error: 'temporarily_unavailable' })
})

test('networks are forgotten after a day without a try, browsers after half a year', async () => {
  const { id: userId } = await identity.newPerson('forgotten')
  const daysAgo = (days: number) => new Date(identity.context.clock.now().getTime() - days * 86_400_000)
  await identity.context.database.asSystem((tx) =>
    tx.insert(passwordPlaces).values([
      { userId, place: 'network:192.0.2.1', usedAt: daysAgo(0.9) },
      { userId, place: 'network:192.0.2.2', usedAt: daysAgo(1.1) },
      { userId, place: 'device:a', usedAt: daysAgo(179) },
      { userId, place: 'device:b', usedAt: daysAgo(181) },
    ]),
  )
  await removeOldPlaces(identity.context)
  const rows = await identity.context.database.asSystem((tx) =>
    tx.select().from(passwordPlaces).where(eq(passwordPlaces.userId, userId)),
  )
  expect(rows.map(({ place }) => place).sort()).toEqual(['device:a', 'network:192.0.2.1'])
})
