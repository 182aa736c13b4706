import { type Permission, permissionsOf } from '@cresyl/contract/api/permissions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newApiToken } from '../domain/api-tokens/token.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { openListener } from '../platform/db/listener.ts'
import { apiTokens, memberships, organizations, users } from '../platform/db/schema/index.ts'
import { hearAll } from '../platform/db/test-hear-all.ts'
import { newId } from '../platform/id.ts'
import { openContext } from '../platform/open-context.ts'
import { openCutConnection } from '../platform/queue/test-support/cut-connection.ts'
import { createMemberResolver } from './member.ts'
import { addOrganization, addUser } from './people.ts'
import { endSignIns } from './sign-ins.ts'
import { openTestLab, signIn, type TestLab } from './test-identity.ts'

let identity: TestLab
/** Another process on the same database. */
let there: Context
let closeThere: () => Promise<void>
let count = 0

beforeAll(async () => {
  identity = await openTestLab()
  const { config, log, clock } = identity.context
  const other = await openContext({ config, databaseUrl: urlOf(config), log })
  there = { ...other.context, clock }
  closeThere = other.close
})

afterAll(async () => {
  await closeThere()
  await identity.close()
})

function urlOf({ database }: Context['config']): string {
  return database.kind === 'external' ? database.url : ''
}

const eventually = { timeout: 20_000, interval: 10 }

function asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return identity.context.database.asSystem(work)
}

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

type Change = (tx: Tx, ids: Ids) => Promise<unknown>
interface Ids {
  userId: string
  organizationId: string
}
const disabledAt = new Date()

test.each<[string, Change]>([
  [
    'the user is disabled',
    (tx, { userId }) => tx.update(users).set({ disabledAt }).where(eq(users.id, userId)),
  ],
  [
    'the membership is disabled',
    (tx, { userId }) => tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, userId)),
  ],
  [
    'the membership is removed',
    async (tx, { userId }) => {
      await tx.execute('set local role none')
      await tx.delete(memberships).where(eq(memberships.userId, userId))
    },
  ],
  [
    'the organisation is disabled',
    (tx, { organizationId }) =>
      tx.update(organizations).set({ disabledAt }).where(eq(organizations.id, organizationId)),
  ],
])('other processes refuse a token at once when %s', async (_what, change) => {
  const member = await newMember()
  const other = await newMember()
  const resolve = createMemberResolver(there, identity.provider)
  await hearAll(there)
  await resolve(member.token)
  await resolve(other.token)
  const connection = {}
  expect(resolve.known(member.token, connection)).toMatchObject({ userId: member.userId })
  expect(resolve.known(member.token, connection)).toMatchObject({ userId: member.userId })
  expect(resolve.known(other.token, connection)).toMatchObject({ userId: other.userId })
  expect(resolve.known(member.token, connection)).toMatchObject({ userId: member.userId })
  await asSystem((tx) => change(tx, member))
  await vi.waitUntil(() => resolve.known(member.token) === undefined, eventually)
  expect(resolve.known(member.token, connection)).toBeUndefined()
  await expect(resolve(member.token)).rejects.toThrow('no longer a member')
  await resolve(other.token)
})

test('other processes refuse the token of a sign-in that ended, and not that of another', async () => {
  const person = await identity.newPerson('ending')
  const ended = await signIn(identity, identity.newBrowser(), person)
  const running = await signIn(identity, identity.newBrowser(), person)
  const resolve = createMemberResolver(there, identity.provider)
  await hearAll(there)
  const { session } = await resolve(ended.access_token)
  await asSystem((tx) => endSignIns(tx, person.id, { only: session?.id }))
  await vi.waitUntil(() => resolve.known(ended.access_token) === undefined, eventually)
  await expect(resolve(ended.access_token)).rejects.toThrow('You were signed out.')
  await resolve(running.access_token)
})

test('other processes refuse an API token that was revoked', async () => {
  const { userId, organizationId } = await newMember()
  const { token, prefix, hash } = newApiToken()
  const expiresAt = new Date(identity.context.clock.now().getTime() + 3_600_000)
  await asSystem(async (tx) => {
    await tx.execute('set local role none')
    const permissions: Permission[] = ['read:slides']
    const row = { userId, organizationId, prefix, permissions, expiresAt, name: 'Script', tokenHash: hash }
    await tx.insert(apiTokens).values({ ...row, id: newId() })
  })
  const resolve = createMemberResolver(there, identity.provider)
  await hearAll(there)
  await resolve(token)
  expect(resolve.known(token)).toBeDefined()
  await asSystem(async (tx) => {
    await tx.execute('set local role none')
    await tx.update(apiTokens).set({ revokedAt: new Date() }).where(eq(apiTokens.userId, userId))
  })
  await vi.waitUntil(() => resolve.known(token) === undefined, eventually)
  await expect(resolve(token)).rejects.toThrow('It was revoked.')
})

test('other processes know at once that a person has another role, or is a superadmin no more', async () => {
  const { userId, organizationId } = await newMember()
  const { organizationId: elsewhere } = await newMember()
  await asSystem(async (tx) => {
    await tx.update(memberships).set({ role: 'admin' }).where(eq(memberships.userId, userId))
    await tx.update(users).set({ superadmin: true }).where(eq(users.id, userId))
  })
  const token = await identity.provider.mintAccessToken(userId, organizationId)
  const visiting = await identity.provider.mintAccessToken(userId, elsewhere)
  const resolve = createMemberResolver(there, identity.provider)
  await hearAll(there)
  await resolve(token)
  expect(await resolve(visiting)).toMatchObject({ acting: true })
  await asSystem((tx) => tx.update(memberships).set({ role: 'guest' }).where(eq(memberships.userId, userId)))
  await vi.waitUntil(() => resolve.known(token) === undefined, eventually)
  expect([...(await resolve(token)).permissions]).toEqual(permissionsOf('guest'))
  await resolve(visiting)
  await asSystem((tx) => tx.update(users).set({ superadmin: false }).where(eq(users.id, userId)))
  await vi.waitUntil(() => resolve.known(visiting) === undefined, eventually)
  await expect(resolve(visiting)).rejects.toThrow('no longer a member')
})

test('a member who is seen, or changes their name, is not asked for again', async () => {
  const { userId, token } = await newMember()
  const resolve = createMemberResolver(there, identity.provider)
  await hearAll(there)
  const member = await resolve(token)
  await asSystem(async (tx) => {
    await tx.update(memberships).set({ lastSeenAt: new Date() }).where(eq(memberships.userId, userId))
    await tx.update(users).set({ name: 'Other', nameKey: 'other' }).where(eq(users.id, userId))
  })
  await hearAll(there)
  expect(resolve.known(token)).toBe(member)
})

test('after the connection that hears was lost everybody is asked for again', async () => {
  const { token } = await newMember()
  const way = await openCutConnection(urlOf(there.config))
  const listener = openListener({ url: way.url, log: there.log })
  try {
    const resolve = createMemberResolver({ ...there, listener }, identity.provider)
    await hearAll({ ...there, listener })
    await resolve(token)
    expect(resolve.known(token)).toBeDefined()
    await way.cut()
    await way.mend()
    await vi.waitUntil(() => resolve.known(token) === undefined, eventually)
    await resolve(token)
  } finally {
    await listener.close()
    await way.cut()
  }
})

test('what changed while a token was being verified is not remembered', async () => {
  const { userId, token } = await newMember()
  const resolve = createMemberResolver(there, {
    verify: async (given) => {
      const claims = await identity.provider.verify(given)
      await asSystem((tx) =>
        tx.update(memberships).set({ role: 'user' }).where(eq(memberships.userId, userId)),
      )
      await hearAll(there)
      return claims
    },
  })
  await resolve(token)
  expect(resolve.known(token)).toBeUndefined()
})
