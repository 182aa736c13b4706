import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../platform/db/schema/index.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { selectSealable } from './queries.ts'
import { hashBatch } from './seal.ts'

const organizationId = '01938b5e-0000-7000-8000-000000000001'
const person = '01938b5e-0000-7000-8000-0000000000aa'

/** When, details as the database is given them, and what only some rows have. */
const rows: readonly [at: string, details: string, address: string | null][] = [
  ['2026-11-17 12:34:56.789012+00', '{}', null],
  ['2026-11-17 12:34:56.5+00', '{"b": 1, "a": {"zz": [2, {"y": 1, "x": 2}], "z": "ü\\n\\u0001"}}', null],
  ['2026-03-29 03:00:00+02', '{"10": true, "9": null, "__proto__": 1.50, "aa": 1e21, "b": "b"}', '10.0.0.1'],
  ['1999-12-31 23:59:59.999999-05', '{"changes": {"name": ["Slide", "Slide 1"]}}', '::1'],
]

let platform: TestContext
let owner: pg.Client

beforeAll(async () => {
  platform = await openTestContext()
  owner = new pg.Client({ connectionString: platform.databaseUrl })
  await owner.connect()
  const branding = { primary: null, accent: null, logo: null }
  await platform.context.database.asSystem((tx) =>
    tx.insert(organizations).values({ id: organizationId, name: 'lab', displayName: 'lab', branding }),
  )
  for (const [n, [at, details, address]] of rows.entries())
    await owner.query(
      `insert into audits (id, organization_id, xid, occurred_at, event, user_id, details, request_id, address)
       values ($1, $2, $3::xid8, $4, 'slide.updated', $5, $6, $7, $8)`,
      [
        `01938b5e-0000-7000-8000-00000000000${n}`,
        organizationId,
        String(98 + n),
        at,
        n % 2 === 0 ? person : null,
        details,
        n === 0 ? null : `req-${n}`,
        address,
      ],
    )
})

afterAll(async () => {
  await owner.end()
  await platform.close()
})

const hashes = async () => {
  const found = await platform.context.database.asSystem((tx) =>
    selectSealable(tx, organizationId, '0', sql`'2000'::xid8`),
  )
  return found.map((row) => hashBatch(organizationId, undefined, [row]).toString('hex'))
}

test('what was sealed by an earlier version still fits', async () => {
  expect(await hashes()).toEqual([
    'b4194d208f8d94a904b5720f57b614821f4572c1ca3b132ba72c09df4509fee0',
    '87605e5dece73d299c86933badf9f2cca846d6580fcbf880e267770af5bff71f',
    'e90976641fa88ec1a6785bc380e3d0a55c10f23a9deeb47c6287fdd36c5f049e',
    'b27287aca1f2daf354d1f63f377ac43d32305bfd77ff0f4ed52ccd72219e24e4',
  ])
})
