import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLinkToken, passwordResetLink } from '../../domain/users/links.ts'
import { credentials, notifications, passwordResets, users } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import {
  auditRows,
  authorizationRequest,
  openTestLab,
  parametersOf,
  refresh,
  signIn,
  type TestLab,
} from '../test-identity.ts'

let identity: TestLab

beforeAll(async () => {
  identity = await openTestLab()
})

afterAll(() => identity.close())

const inDatabase: TestLab['context']['database']['asSystem'] = (work) =>
  identity.context.database.asSystem(work)

async function offer(userId: string) {
  identity.skip(120)
  const { token, hash: tokenHash } = newLinkToken()
  const expiresAt = new Date(identity.context.clock.now().getTime() + 3_600_000)
  await inDatabase((tx) => tx.insert(passwordResets).values({ id: newId(), userId, tokenHash, expiresAt }))
  return { token, link: passwordResetLink(identity.context.config, token) }
}

const password = 'what I will remember'
const form = { password, repeated: password }

test('a new password is set, the lockout ends, and so does every sign-in', async () => {
  const person = await identity.newPerson('forgetful')
  const browser = identity.newBrowser()
  const tokens = await signIn(identity, browser, person)
  await inDatabase((tx) =>
    tx
      .update(credentials)
      .set({ strangersUntil: new Date('2100-01-01') })
      .where(eq(credentials.userId, person.id)),
  )
  const { token, link } = await offer(person.id)
  const page = await identity.newBrowser().get(link)
  expect(page.status).toBe(200)
  expect(page.text).toContain('value="forgetful@mercy.test"')
  expect(page.text).toContain('autocomplete="new-password"')
  expect(page.headers).toMatchObject({ 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' })
  expect(page.headers['content-security-policy']).not.toContain('script')

  const done = await identity.newBrowser().post(link, form)
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('Your password is set')])
  expect((await refresh(identity.context, tokens.refresh_token)).json.error).toBe('invalid_grant')
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  await signIn(identity, identity.newBrowser(), { email: person.email, password })
  await expect(signIn(identity, identity.newBrowser(), person)).rejects.toThrow()
  const [row] = await auditRows(identity.context, 'password.changed')
  expect(row).toMatchObject({
    organizationId: identity.organizationId,
    userId: person.id,
    details: { method: 'reset' },
  })
  const news = await inDatabase((tx) =>
    tx.select().from(notifications).where(eq(notifications.userId, person.id)),
  )
  expect(news).toMatchObject([{ kind: 'security.password_changed' }])
  const again = await identity.newBrowser().post(link, form)
  expect([again.status, again.text]).toEqual([410, expect.stringContaining('has already been used')])
  expect(identity.log.join('')).not.toContain(token)
})

test('what does not fit is told, and the old password stays', async () => {
  const person = await identity.newPerson('mistyping')
  const { link } = await offer(person.id)
  const send = (changes: Record<string, string>) => identity.newBrowser().post(link, { ...form, ...changes })
  expect((await send({ repeated: 'something else' })).text).toContain('The two passwords are not the same.')
  expect((await send({ password: 'short', repeated: 'short' })).text).toContain('12 to 1024 characters')
  expect((await send({})).status).toBe(200)
})

test('a link works once, also when it is posted twice at once', async () => {
  const person = await identity.newPerson('twice')
  const { link } = await offer(person.id)
  const answers = await Promise.all(
    ['first', 'second', 'third'].map((word) => {
      const chosen = `${word} password of three`
      return identity.newBrowser().post(link, { password: chosen, repeated: chosen })
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
})

test('links that are expired, of a disabled person or unknown say so, and what to do', async () => {
  const person = await identity.newPerson('late')
  const { link } = await offer(person.id)
  identity.skip(3601)
  const expired = await identity.newBrowser().post(link, form)
  expect([expired.status, expired.text]).toEqual([410, expect.stringContaining('has expired. Ask')])
  const { link: second } = await offer(person.id)
  await inDatabase((tx) => tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id)))
  const disabled = await identity.newBrowser().post(second, form)
  expect([disabled.status, disabled.text]).toEqual([410, expect.stringContaining('is disabled. Ask')])
  const unknown = await identity.newBrowser().get(`${identity.provider.issuer}/password-reset/nothing`)
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('This link is not valid')])
})

test('a form of another site is refused', async () => {
  const person = await identity.newPerson('tricked')
  const { link } = await offer(person.id)
  const answer = await identity.newBrowser().post(link, form, { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
  await signIn(identity, identity.newBrowser(), person)
})
