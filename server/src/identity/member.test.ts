import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../platform/context.ts'
import { memberships, organizations, users } from '../platform/db/schema/index.ts'
import { hearAll } from '../platform/db/test-hear-all.ts'
import { createMemberResolver } from './member.ts'
import { addOrganization, addUser } from './people.ts'
import { openTestIdentity, type TestIdentity } from './test-identity.ts'

let identity: TestIdentity
let count = 0

beforeAll(async () => {
  identity = await openTestIdentity()
})

afterAll(() => identity.close())

async function newMember() {
  const organization = `org-${++count}`
  const { id: organizationId } = await addOrganization(identity.context, {
    name: organization,
    displayName: organization,
  })
  const { id: userId } = await addUser(identity.context, {
    email: `member@${organization}.test`,
    name: 'Member',
    organization,
    role: 'guest',
    password: 'a long password',
  })
  return { organizationId, userId, token: await identity.provider.mintAccessToken(userId, organizationId) }
}

test('a token becomes a member with the rights that it carries', async () => {
  const { organizationId, userId, token } = await newMember()
  const resolve = createMemberResolver(identity.context, identity.provider)
  const member = await resolve(token)
  expect(member).toMatchObject({ organizationId, userId })
  expect(member.permissions.has('read:slides')).toBe(true)
  expect(member.permissions.has('delete:slides')).toBe(false)
})

test('rights that were taken away are gone from a live token, and new ones come with the next', async () => {
  const { userId, organizationId } = await newMember()
  const give = (role: RoleKey) =>
    identity.context.database.asSystem((tx) =>
      tx.update(memberships).set({ role }).where(eq(memberships.userId, userId)),
    )
  await give('admin')
  const token = await identity.provider.mintAccessToken(userId, organizationId)
  const resolve = createMemberResolver(identity.context, identity.provider)
  expect((await resolve(token)).permissions.has('update:organization_settings')).toBe(true)
  await give('guest')
  const guests = await identity.provider.mintAccessToken(userId, organizationId)
  identity.skip(31)
  expect([...(await resolve(token)).permissions]).toEqual(permissionsOf('guest'))
  await give('admin')
  expect([...(await resolve(guests)).permissions]).toEqual(permissionsOf('guest'))
})

type Disable = (
  tx: Parameters<Parameters<Context['database']['asSystem']>[0]>[0],
  ids: Ids,
) => Promise<unknown>
interface Ids {
  userId: string
  organizationId: string
}
const disabledAt = new Date()

test.each<[string, Disable]>([
  ['user', (tx, { userId }) => tx.update(users).set({ disabledAt }).where(eq(users.id, userId))],
  [
    'membership',
    (tx, { userId }) => tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, userId)),
  ],
  [
    'organisation',
    (tx, { organizationId }) =>
      tx.update(organizations).set({ disabledAt }).where(eq(organizations.id, organizationId)),
  ],
])('a live token of a disabled %s is refused after half a minute at the latest', async (_what, disable) => {
  const member = await newMember()
  const resolve = createMemberResolver(identity.context, identity.provider)
  await resolve(member.token)
  await identity.context.database.asSystem((tx) => disable(tx, member))
  identity.skip(31)
  await expect(resolve(member.token)).rejects.toMatchObject({ code: 'unauthenticated' })
  const fresh = createMemberResolver(identity.context, identity.provider)
  await expect(fresh(member.token)).rejects.toThrow('no longer a member')
})

test('a token is verified once in half a minute, and never remembered beyond its expiry', async () => {
  const { token } = await newMember()
  let verifications = 0
  const resolve = createMemberResolver(identity.context, {
    verify: (given) => {
      verifications++
      return identity.provider.verify(given)
    },
  })
  await hearAll(identity.context)
  await resolve(token)
  identity.skip(29)
  await resolve(token)
  expect(verifications).toBe(1)
  identity.skip(2)
  await resolve(token)
  expect(verifications).toBe(2)
  identity.skip(260)
  await resolve(token)
  identity.skip(20)
  await expect(resolve(token)).rejects.toThrow('It has expired.')
})

test('refused tokens are not remembered', async () => {
  const resolve = createMemberResolver(identity.context, identity.provider)
  await expect(resolve('rubbish')).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(resolve('rubbish')).rejects.toMatchObject({ code: 'unauthenticated' })
})
