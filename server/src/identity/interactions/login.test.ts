import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { memberships } from '../../platform/db/schema/index.ts'
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
    if (status === 429) expect(text).toContain('Too many tries. Wait a minute and try again.')
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 30, 429: 2 })

  const answers = await Promise.all(Array.from({ length: 305 }, () => refresh(identity.context, 'nothing')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(refused[0]?.json).toMatchObject({ code: 'rate_limited', error: 'temporarily_unavailable' })
})
