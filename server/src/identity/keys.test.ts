import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityKeys } from '../platform/db/schema/index.ts'
import { loadSigningKeys, signerFirst } from './keys.ts'
import { openTestContext, type TestContext } from './test-identity.ts'

let opened: TestContext

beforeAll(async () => {
  opened = await openTestContext()
})

afterAll(() => opened.close())

test('servers that start at once on an empty database agree on one key, and find it again', async () => {
  const { context } = opened
  const loaded = await Promise.all([1, 2, 3].map(() => loadSigningKeys(context)))
  const kids = new Set(loaded.flat().map(({ kid }) => kid))
  expect(kids.size).toBe(1)
  expect(await context.database.asSystem((tx) => tx.select().from(identityKeys))).toHaveLength(1)
  expect((await loadSigningKeys(context))[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
})

test('a new key is published before it signs', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const key = (kid: string, minutes: number) => ({
    privateKey: { kty: 'RSA', kid },
    createdAt: new Date(now.getTime() - minutes * 60_000),
  })
  const order = (...keys: ReturnType<typeof key>[]) => signerFirst(keys, now).map(({ kid }) => kid)
  expect(order(key('only', 0))).toEqual(['only'])
  expect(order(key('new', 9), key('old', 900))).toEqual(['old', 'new'])
  expect(order(key('new', 10), key('old', 900))).toEqual(['new', 'old'])
  expect(order(key('second', 1), key('first', 2))).toEqual(['first', 'second'])
})
