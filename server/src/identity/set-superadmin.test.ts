import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLinkToken } from '../domain/users/links.ts'
import { audits, passwordResets, users } from '../platform/db/schema/index.ts'
import { newId } from '../platform/id.ts'
import { openTestExternal, type TestExternal } from './external/test-external.ts'
import { addOrganization, addUser } from './people.ts'
import { setSuperadmin } from './set-superadmin.ts'

let external: TestExternal

beforeAll(async () => {
  external = await openTestExternal()
  await addOrganization(external.context, { name: 'lab', displayName: 'The Lab' })
})
afterAll(() => external.close())

const issuer = 'https://login.example.org'

async function addStranger(email: string): Promise<string> {
  const id = newId()
  await external.context.database.asSystem((tx) =>
    tx.insert(users).values({ id, issuer, subject: id, email, name: 'X', nameKey: 'x' }),
  )
  return id
}

const addOwn = async (email: string) => {
  const person = { email, name: 'Y', organization: 'lab', role: 'user', password: 'a long password' } as const
  return (await addUser(external.context, person)).id
}

async function isSuperadmin(id: string): Promise<boolean | undefined> {
  const rows = await external.context.database.asSystem((tx) =>
    tx.select().from(users).where(eq(users.id, id)),
  )
  return rows[0]?.superadmin
}

test('a person of any provider is made a superadmin, and no longer', async () => {
  const id = await addStranger('ada@lab.example')
  expect(await setSuperadmin(external.context, { email: ' ADA@lab.example', superadmin: true })).toEqual({
    id,
  })
  expect(await isSuperadmin(id)).toBe(true)
  await setSuperadmin(external.context, { email: 'ada@lab.example', superadmin: false })
  expect(await isSuperadmin(id)).toBe(false)
})

test('their organisations read of it in the audit log, once', async () => {
  const id = await addOwn('bea@lab.example')
  for (const superadmin of [true, true]) {
    await setSuperadmin(external.context, { email: 'bea@lab.example', superadmin })
  }
  const rows = await external.context.database.asSystem((tx) =>
    tx.select().from(audits).where(eq(audits.subjectId, id)).orderBy(audits.id),
  )
  expect(rows.map(({ event, details }) => ({ event, details })).slice(1)).toEqual([
    { event: 'member.updated', details: { superadmin: [false, true] } },
  ])
})

test('where several people have the address the issuer tells who is meant', async () => {
  const [stranger, own] = [await addStranger('eve@lab.example'), await addOwn('eve@lab.example')]
  await expect(
    setSuperadmin(external.context, { email: 'eve@lab.example', superadmin: true }),
  ).rejects.toThrow(
    `Several people have the e-mail address eve@lab.example. Say which with --issuer: embedded, ${issuer}.`,
  )
  await setSuperadmin(external.context, { email: 'eve@lab.example', issuer, superadmin: true })
  expect([await isSuperadmin(stranger), await isSuperadmin(own)]).toEqual([true, false])
})

test('nobody is chosen among people of one provider who share an address', async () => {
  await addStranger('shared@lab.example')
  await addStranger('shared@lab.example')
  await expect(
    setSuperadmin(external.context, { email: 'shared@lab.example', superadmin: true }),
  ).rejects.toThrow(`2 people of ${issuer} have the e-mail address shared@lab.example.`)
})

test.each(['', ' ', 'nobody@lab.example'])('%j is nobody', async (email) => {
  await addStranger('')
  await expect(setSuperadmin(external.context, { email, superadmin: true })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('let the person sign in once first'),
  })
})

test('links by which an administrator could have set the password end', async () => {
  const userId = await addOwn('cyd@lab.example')
  const { hash: tokenHash } = newLinkToken()
  await external.context.database.asSystem((tx) =>
    tx.insert(passwordResets).values({ id: newId(), userId, tokenHash, expiresAt: new Date() }),
  )
  await setSuperadmin(external.context, { email: 'cyd@lab.example', superadmin: true })
  const rows = await external.context.database.asSystem((tx) =>
    tx.select().from(passwordResets).where(eq(passwordResets.userId, userId)),
  )
  expect(rows).toEqual([])
})
