import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityRecords } from '../platform/db/schema/index.ts'
import { createAdapter, removeExpiredRecords } from './adapter.ts'
import { openTestContext, type TestContext } from './test-identity.ts'

let opened: TestContext

beforeAll(async () => {
  opened = await openTestContext()
})

afterAll(() => opened.close())

test('a record is found by its id and its uid, replaced, and destroyed', async () => {
  const sessions = createAdapter(opened.context)('Session')
  await sessions.upsert('s1', { jti: 's1', uid: 'u1', accountId: 'a' }, 60)
  await sessions.upsert('s1', { jti: 's1', uid: 'u1', accountId: 'b' }, 60)
  expect(await sessions.find('s1')).toMatchObject({ jti: 's1', accountId: 'b' })
  expect(await sessions.findByUid('u1')).toMatchObject({ jti: 's1', accountId: 'b' })
  expect(await createAdapter(opened.context)('Interaction').find('s1')).toBeUndefined()
  await sessions.destroy('s1')
  expect(await sessions.find('s1')).toBeUndefined()
})

test('a token is consumed by one of those who try', async () => {
  const tokens = createAdapter(opened.context)('RefreshToken')
  await tokens.upsert('secret', { jti: 'secret', grantId: 'g1' }, 60)
  const tries = await Promise.allSettled([1, 2, 3].map(() => tokens.consume('secret')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await tokens.find('secret')).toMatchObject({ jti: 'secret', consumed: expect.any(Number) })
  await tokens.revokeByGrantId('g1')
  expect(await tokens.find('secret')).toBeUndefined()
})

test('only what has expired is removed', async () => {
  const sessions = createAdapter(opened.context)('Session')
  await sessions.upsert('short', { jti: 'short' }, 60)
  await sessions.upsert('long', { jti: 'long' }, 600)
  await sessions.upsert('endless', { jti: 'endless' })
  opened.skip(61)
  await removeExpiredRecords(opened.context)
  const rows = await opened.context.database.asSystem((tx) => tx.select().from(identityRecords))
  expect(rows.map(({ id }) => id).sort()).toEqual(['endless', 'long'])
})
