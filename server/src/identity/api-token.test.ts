import { permissionsOf } from '@cresyl/contract/api/permissions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiToken } from '../domain/api-tokens/token.ts'
import type { Tx } from '../platform/db/database.ts'
import { apiTokens, memberships, organizations, users } from '../platform/db/schema/index.ts'
import { newId } from '../platform/id.ts'
import { createMemberResolver } from './member.ts'
import { addOrganization, addUser } from './people.ts'
import { openTestIdentity, type TestIdentity, testPassword } from './test-identity.ts'

let identity: TestIdentity
let count = 0

beforeAll(async () => {
  identity = await openTestIdentity()
})

afterAll(() => identity.close())

/** Of a user of an organisation of their own, for a day. */
async function newToken() {
  const organization = `tokens-${++count}`
  const { id: organizationId } = await addOrganization(identity.context, {
    name: organization,
    displayName: organization,
  })
  const { id: userId } = await addUser(identity.context, {
    email: `owner@${organization}.test`,
    name: 'Owner',
    organization,
    role: 'user',
    password: testPassword,
  })
  const { token, prefix, hash } = newApiToken()
  const id = newId()
  await identity.context.database.asSystem((tx) =>
    tx.execute('set local role none').then(() =>
      tx.insert(apiTokens).values({
        id,
        organizationId,
        userId,
        name: 'Script',
        prefix,
        tokenHash: hash,
        permissions: ['read:slides', 'read:files', 'delete:slides'],
        expiresAt: new Date(identity.context.clock.now().getTime() + 24 * 3_600_000),
      }),
    ),
  )
  return { id, token, userId, organizationId }
}

function newResolver() {
  return createMemberResolver(identity.context, identity.provider)
}

async function lastUse(id: string): Promise<Date | null | undefined> {
  const rows = await identity.context.database.asSystem((tx) =>
    tx.select().from(apiTokens).where(eq(apiTokens.id, id)),
  )
  return rows[0]?.lastUsedAt
}

test('a program acts for the person, never beyond the role of now, and is no person', async () => {
  const { token, userId, organizationId } = await newToken()
  const member = await newResolver()(token)
  expect(member).toEqual({
    userId,
    organizationId,
    permissions: new Set(['read:slides', 'read:files']),
    superadmin: false,
    acting: false,
    apiTokenId: expect.any(String),
    expiresAt: expect.any(Date),
  })
  await identity.context.database.asSystem((tx) =>
    tx.update(memberships).set({ role: 'guest' }).where(eq(memberships.userId, userId)),
  )
  expect(permissionsOf('guest')).not.toContain('read:files')
  expect((await newResolver()(token)).permissions).toEqual(new Set(['read:slides']))
})

test('its use is noted once a minute at most', async () => {
  const { id, token } = await newToken()
  expect(await lastUse(id)).toBeNull()
  await newResolver()(token)
  const first = await lastUse(id)
  expect(first).toBeInstanceOf(Date)
  identity.skip(50)
  await newResolver()(token)
  expect(await lastUse(id)).toEqual(first)
  identity.skip(11)
  await newResolver()(token)
  expect(Number(await lastUse(id))).toBeGreaterThan(Number(first))
})

type Ids = Awaited<ReturnType<typeof newToken>>
const ended = new Date()

test.each<[string, (tx: Tx, ids: Ids) => Promise<unknown>, string]>([
  [
    'revoked token',
    (tx, { id }) => tx.update(apiTokens).set({ revokedAt: ended }).where(eq(apiTokens.id, id)),
    'It was revoked.',
  ],
  [
    'disabled user',
    (tx, { userId }) => tx.update(users).set({ disabledAt: ended }).where(eq(users.id, userId)),
    'no longer a member',
  ],
  [
    'disabled membership',
    (tx, { userId }) =>
      tx.update(memberships).set({ disabledAt: ended }).where(eq(memberships.userId, userId)),
    'no longer a member',
  ],
  [
    'disabled organisation',
    (tx, { organizationId }) =>
      tx.update(organizations).set({ disabledAt: ended }).where(eq(organizations.id, organizationId)),
    'no longer a member',
  ],
  [
    'superadmin who left the organisation',
    async (tx, { userId }) => {
      await tx.update(users).set({ superadmin: true }).where(eq(users.id, userId))
      await tx.update(memberships).set({ disabledAt: ended }).where(eq(memberships.userId, userId))
    },
    'no longer a member',
  ],
])('the token of a %s is refused after half a minute at the latest', async (_what, end, sentence) => {
  const made = await newToken()
  const resolve = newResolver()
  await resolve(made.token)
  await identity.context.database.asSystem((tx) => end(tx, made))
  identity.skip(31)
  await expect(resolve(made.token)).rejects.toThrow(sentence)
  await expect(newResolver()(made.token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a token expires to the second, remembered or not', async () => {
  const { token } = await newToken()
  const resolve = newResolver()
  identity.skip(24 * 3600 - 10)
  await resolve(token)
  identity.skip(11)
  await expect(resolve(token)).rejects.toThrow('It has expired.')
})

test.each([
  'cresyl_',
  `cresyl_${'x'.repeat(43)}`,
  `cresyl_${'x'.repeat(10_000)}`,
  'cresyl_\u0000',
  'cresyl_💜',
])('the unknown token %j is refused with a sentence', async (token) => {
  await expect(newResolver()(token)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining('The API token is not accepted.'),
  })
})
