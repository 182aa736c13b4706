import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLinkToken } from '../domain/users/links.ts'
import { notifications, passwordResets } from '../platform/db/schema/index.ts'
import { newId } from '../platform/id.ts'
import { changePassword, type PasswordChange, setPassword } from './change-password.ts'
import { hashPassword } from './passwords.ts'
import {
  auditRows,
  openTestLab,
  testPassword as password,
  refresh,
  signIn,
  type TestLab,
} from './test-identity.ts'

let identity: TestLab

beforeAll(async () => {
  identity = await openTestLab()
})

afterAll(() => identity.close())

const next = 'another good password'

function change(userId: string, changes: Partial<PasswordChange> = {}) {
  return changePassword(identity.context, { userId, current: password, next, requestId: 'r', ...changes })
}

test('changing the password keeps this sign-in, ends the others and tells', async () => {
  const person = await identity.newPerson('changing')
  const here = await signIn(identity, identity.newBrowser(), person)
  const there = await signIn(identity, identity.newBrowser(), person)
  const { hash: tokenHash } = newLinkToken()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await identity.context.database.asSystem((tx) =>
    tx.insert(passwordResets).values({ id: newId(), userId: person.id, tokenHash, expiresAt }),
  )
  await change(person.id, { keepSession: decodeJwt<{ sid: string }>(here.access_token).sid })
  expect((await refresh(identity.context, here.refresh_token)).status).toBe(200)
  expect((await refresh(identity.context, there.refresh_token)).json.error).toBe('invalid_grant')
  await expect(signIn(identity, identity.newBrowser(), person)).rejects.toThrow()
  await signIn(identity, identity.newBrowser(), { ...person, password: next })
  const [row] = await auditRows(identity.context, 'password.changed')
  expect(row).toMatchObject({
    organizationId: identity.organizationId,
    userId: person.id,
    requestId: 'r',
    details: { method: 'own' },
  })
  const told = await identity.context.database.asSystem(async (tx) => ({
    news: await tx.select().from(notifications).where(eq(notifications.userId, person.id)),
    links: await tx.select().from(passwordResets).where(eq(passwordResets.userId, person.id)),
  }))
  expect(told.news).toMatchObject([{ kind: 'security.password_changed' }])
  expect(told.links).toEqual([])
})

test('a wrong password is refused, counts, and locks as on the login page, but only for who is signed in', async () => {
  const person = await identity.newPerson('guessing')
  await expect(change(person.id, { next: 'short' })).rejects.toMatchObject({ code: 'invalid_input' })
  for (let n = 0; n < 5; n++) {
    await expect(change(person.id, { current: 'guess' })).rejects.toMatchObject({ code: 'wrong_password' })
  }
  await expect(change(person.id)).rejects.toMatchObject({ code: 'rate_limited' })
  const [row] = await auditRows(identity.context, 'session.refused')
  expect(row).toMatchObject({ userId: person.id, details: { reason: 'locked' } })
  await signIn(identity, identity.newBrowser(), person)
  identity.skip(61)
  await change(person.id)
})

test('a password that was set by a link meanwhile stays', async () => {
  const person = await identity.newPerson('overtaken')
  const { context } = identity
  const passwordHash = await hashPassword('set by a link')
  let transactions = 0
  const asSystem: typeof context.database.asSystem = async (work) => {
    transactions += 1
    // The last one writes; those before looked at the password that was.
    if (transactions === 4) {
      const reset = {
        userId: person.id,
        passwordHash,
        requestId: 'x',
        method: 'reset',
        now: new Date(),
      } as const
      await context.database.asSystem((tx) => setPassword(tx, reset))
    }
    return context.database.asSystem(work)
  }
  const changing = changePassword(
    { ...context, database: { ...context.database, asSystem } },
    { userId: person.id, current: password, next, requestId: 'r' },
  )
  await expect(changing).rejects.toMatchObject({ code: 'wrong_password' })
  expect(transactions).toBe(4)
  await signIn(identity, identity.newBrowser(), { ...person, password: 'set by a link' })
})

test('who has no password here is told where it is', async () => {
  await expect(change('01980000-0000-7000-8000-000000000001')).rejects.toMatchObject({
    code: 'managed_elsewhere',
  })
})
