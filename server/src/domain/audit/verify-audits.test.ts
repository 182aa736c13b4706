import { appendFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { organizations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { fromOrigin } from '../../platform/request-origin.ts'
import { usedBytes } from '../../platform/storage/object-queries.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { copySeals } from './copy-seals.ts'
import { selectSealable, selectSealsAfter } from './queries.ts'
import { recordAudit } from './record.ts'
import { createRefusals } from './refusals.ts'
import { sealAudits } from './seal-audits.ts'
import { readCopies, sealFolder, writeCopies } from './seal-copies.ts'
import { verifyAudits } from './verify-audits.ts'

let platform: TestContext
let owner: pg.Client
let context: Context
let log: string[]
/** What was logged while the seals were made that every test begins with. */
let sealingLog: string
const organizationId = newId()
const tables = [
  'organizations',
  'stored_objects',
  'audits',
  'audit_seals',
  'seal_copies',
  'audit_verifications',
] as const

/** Of each table, but for those that the database makes of others: asking takes longer than putting rows back. */
const columnsOf = new Map<string, string>()

const objects = () => join(platform.folder, 'storage', 'objects')
const savedObjects = () => join(platform.folder, 'saved')

beforeAll(async () => {
  platform = await openTestContext()
  context = platform.context
  log = platform.log
  owner = new pg.Client({ connectionString: platform.databaseUrl })
  await owner.connect()
  await addOrganization(organizationId, 'lab')
  for (let batch = 0; batch < 3; batch += 1) {
    await addRow()
    await addRow()
    await sealEverything()
    await copySeals(context)
  }
  sealingLog = log.join('')
  for (const table of tables) {
    await owner.query(`create table saved_${table} as table ${table}`)
    columnsOf.set(table, await givenColumns(table))
  }
  await cp(objects(), savedObjects(), { recursive: true })
})

/** As they were when everything had been sealed: sealing anew would wait for what others do on this PostgreSQL. */
beforeEach(async () => {
  for (const table of tables.toReversed()) await owner.query(`delete from ${table}`)
  for (const table of tables) {
    const columns = columnsOf.get(table)
    await owner.query(`insert into ${table} (${columns}) select ${columns} from saved_${table}`)
  }
  await rm(objects(), { recursive: true, force: true })
  await cp(savedObjects(), objects(), { recursive: true })
  log.length = 0
})

async function givenColumns(table: string): Promise<string> {
  const { rows } = await owner.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows[0].names
}

afterAll(async () => {
  await owner.end()
  await platform.close()
})

async function addOrganization(id: string, name: string): Promise<void> {
  const branding = { primary: null, accent: null, logo: null }
  await context.database.asSystem((tx) =>
    tx.insert(organizations).values({ id, name, displayName: name, branding }),
  )
}

function addRow(of = organizationId): Promise<void> {
  return context.database.asMember({ organizationId: of }, (tx) =>
    recordAudit(tx, {
      organizationId: of,
      event: 'project.updated',
      userId: newId(),
      subjectId: newId(),
      details: { changes: { name: ['a', 'b'] }, a: { z: 1, b: [2, { y: 1, x: 2 }] } },
      occurredAt: new Date(),
    }),
  )
}

/** Transactions of other databases on the cluster hold sealing up: one between two rows would part them. */
async function untilSettled(): Promise<void> {
  const isSettled = async () => {
    const { rowCount } = await owner.query(
      'select from audits where xid >= pg_snapshot_xmin(pg_current_snapshot())',
    )
    expect(rowCount).toBe(0)
  }
  await vi.waitFor(isSettled, { timeout: 60_000, interval: 10 })
}

async function sealEverything(): Promise<void> {
  await untilSettled()
  expect(await sealAudits(context)).not.toEqual([])
}

/** The files with the copies, in order. */
async function copyFiles(): Promise<string[]> {
  const folder = join(objects(), organizationId, sealFolder)
  return (await readdir(folder)).sort().map((name) => join(folder, name))
}

async function copies(): Promise<string> {
  return (await Promise.all((await copyFiles()).map((file) => readFile(file, 'utf8')))).join('')
}

async function faults(): Promise<string[]> {
  return (await verifyAudits(context)).flatMap((verdict) => verdict.faults)
}

const nthRow = (n: number) => `(select id from audits order by xid, id offset ${n} limit 1)`

describe('an untouched log', () => {
  test('is read in the order of its transactions, whose numbers grow by a digit now and then', async () => {
    const id = newId()
    await addOrganization(id, 'grown')
    for (const xid of ['1000', '99', '100']) {
      await owner.query(
        `insert into audits (id, organization_id, xid, occurred_at, event, details)
         values ($1, $2, $3::xid8, now(), 'project.updated', '{}')`,
        [newId(), id, xid],
      )
    }
    const rows = await context.database.asSystem((tx) => selectSealable(tx, id, '0', sql`'2000'::xid8`))
    expect(rows.map(({ xid }) => xid)).toEqual(['99', '100', '1000'])
  })

  test('is whole, sealed in batches, each of which is in the log and in storage too', async () => {
    expect(await verifyAudits(context)).toEqual([
      {
        organization: 'lab',
        rows: 6,
        seals: 3,
        copied: 3,
        uptoN: 3,
        unsealed: 0,
        faults: [],
        uncompared: null,
      },
    ])
    const { rows } = await owner.query("select encode(hash, 'hex') as hash from audit_seals order by n")
    const copied = await copies()
    for (const { hash } of rows) {
      expect(copied).toContain(hash)
      expect(sealingLog).toContain(hash)
    }
  })

  test('stays whole while a seal waits to be copied', async () => {
    await addRow()
    await sealEverything()
    expect(await verifyAudits(context)).toEqual([
      expect.objectContaining({ seals: 4, copied: 3, faults: [], uncompared: null }),
    ])
  })

  test('stays whole while rows wait to be sealed', async () => {
    await addRow()
    expect(await verifyAudits(context)).toEqual([
      expect.objectContaining({ rows: 7, unsealed: 1, faults: [] }),
    ])
  })

  test('waits for transactions that may still add a row', async () => {
    const slow = new pg.Client({ connectionString: platform.databaseUrl })
    await slow.connect()
    await slow.query('begin; select pg_current_xact_id()')
    await addRow()
    expect(await sealAudits(context)).toEqual([])
    await slow.query('commit')
    await slow.end()
    await sealEverything()
    expect(await faults()).toEqual([])
  })

  test('is sealed once when several servers try together', async () => {
    for (let round = 0; round < 5; round += 1) await addRow()
    await untilSettled()
    const together = await Promise.all(Array.from({ length: 4 }, () => sealAudits(context)))
    expect(together.flat()).toHaveLength(1)
    expect(await verifyAudits(context)).toEqual([expect.objectContaining({ rows: 11, seals: 4, faults: [] })])
  })

  test('has one row for refusals that are repeated within a minute, which tells how many they were', async () => {
    let now = Date.parse('2026-01-01T12:00:00Z')
    const clock = { now: () => new Date(now) }
    const refusals = createRefusals({ ...context, clock })
    const member = { organizationId, userId: newId() }
    const origin = (n: number) => ({ address: `192.0.2.${n}`, client: 'curl' })
    const refuse = (route: string, n = 0) =>
      fromOrigin(origin(n), () =>
        refusals.record({ member, route, permission: 'read:audits', requestId: newId() }),
      )
    const refusedRows = async () => {
      const { rows } = await owner.query(
        'select details, address from audits where user_id = $1 order by occurred_at, xid',
        [member.userId],
      )
      return rows
    }
    await refuse('listAudits')
    for (let n = 1; n <= 3; n += 1) {
      now += 10_000
      await refuse('listAudits', n)
    }
    await refuse('listUsers')
    await refusals.write()
    const same = { permission: 'read:audits' }
    const first = { details: { ...same, route: 'listAudits' }, address: '192.0.2.0' }
    const other = { details: { ...same, route: 'listUsers' }, address: '192.0.2.0' }
    expect(await refusedRows()).toEqual([first, other])
    now += 30_000
    await refusals.write()
    const times = { times: 3, first: '2026-01-01T12:00:10.000Z', last: '2026-01-01T12:00:30.000Z' }
    const repeated = { details: { ...first.details, ...times }, address: '192.0.2.3' }
    expect(await refusedRows()).toEqual(expect.arrayContaining([first, other, repeated]))
    await refuse('listAudits')
    await refuse('listAudits')
    await refusals.close()
    const rows = await refusedRows()
    expect(rows).toHaveLength(5)
    expect(rows.at(-1).details.times).toBe(1)
    await sealEverything()
    expect(await faults()).toEqual([])
  })

  test('counts refusals on where no row can be added to it just now', async () => {
    const { database } = context
    let isAway = false
    const asMember: typeof database.asMember = (...given) =>
      isAway ? Promise.reject(new Error('no database')) : database.asMember(...given)
    const refusals = createRefusals({ ...context, database: { ...database, asMember } })
    const member = { organizationId, userId: newId() }
    const refuse = () =>
      refusals.record({ member, route: 'listAudits', permission: 'read:audits', requestId: newId() })
    for (let n = 0; n < 4; n += 1) await refuse()
    isAway = true
    await expect(refusals.close()).rejects.toThrow('no database')
    await refuse()
    isAway = false
    await refusals.close()
    const { rows } = await owner.query(
      "select details ->> 'times' as times from audits where user_id = $1 order by xid",
      [member.userId],
    )
    expect(rows).toEqual([{ times: null }, { times: '4' }])
  })

  test('is known to be whole only as far as storage can be asked', async () => {
    const { storage } = context
    const away = { ...storage, list: () => failing(), organizations: () => failing() }
    const verdicts = await verifyAudits({ ...context, storage: away })
    expect(verdicts[0]).toMatchObject({ organization: 'lab', seals: 3, copied: 0, faults: [] })
    for (const { uncompared } of verdicts) expect(uncompared).toMatch(/could not be read \(no route\)/)
  })
})

// biome-ignore lint/correctness/useYield: fails before it has anything to yield
async function* failing(): AsyncGenerator<never> {
  throw new Error('no route')
}

describe('copies in storage', () => {
  test('are made of seals that are older than they', async () => {
    await rm(objects(), { recursive: true })
    await owner.query('delete from seal_copies; delete from stored_objects')
    expect(await copySeals(context)).toBe(3)
    expect(await copyFiles()).toEqual([expect.stringMatching(/0{11}1-0{11}3\.jsonl$/)])
    expect(await verifyAudits(context)).toEqual([expect.objectContaining({ copied: 3, faults: [] })])
  })

  test('are made once when several servers try together, or say the same', async () => {
    for (let round = 0; round < 3; round += 1) {
      await addRow()
      await sealEverything()
      await Promise.all(Array.from({ length: 4 }, () => copySeals(context)))
    }
    expect(await copySeals(context)).toBe(0)
    expect(await verifyAudits(context)).toEqual([
      expect.objectContaining({ seals: 6, copied: 6, faults: [] }),
    ])
  })

  test('are made again, to the same words, by whoever comes after a crash', async () => {
    const before = await copies()
    await owner.query('update seal_copies set upto_n = 1')
    expect(await copySeals(context)).toBe(2)
    expect(await verifyAudits(context)).toEqual([expect.objectContaining({ copied: 3, faults: [] })])
    expect(await copies()).toContain(before.split('\n')[0])
  })

  test('are never replaced by what a log says that was written anew', async () => {
    const before = await copies()
    await owner.query(`delete from audits where xid >= (select upto_xid from audit_seals where n = 2)`)
    await owner.query('delete from audit_seals where n = 3; update seal_copies set upto_n = 2')
    await addRow()
    await sealEverything()
    await copySeals(context)
    expect(await copies()).toBe(before)
    expect(log.join('')).toContain('differ from their copies in storage')
    expect(await faults()).toEqual([expect.stringMatching(/^Seal 3 differs from its copy in storage/)])
  })

  test('have room when the quota is used up, and count for nothing in it', async () => {
    await owner.query('update organizations set quota_bytes = 0')
    await addRow()
    await sealEverything()
    expect(await copySeals(context)).toBe(1)
    expect(await context.database.asSystem((tx) => usedBytes(tx, organizationId))).toBe(0)
  })

  test('of one organisation are made though those of another fail', async () => {
    const otherId = newId()
    await addOrganization(otherId, 'another')
    await addRow()
    await addRow(otherId)
    await sealEverything()
    const put: typeof context.storage.put = (key, ...rest) =>
      key.organizationId === organizationId
        ? Promise.reject(new Error('no route'))
        : context.storage.put(key, ...rest)
    expect(await copySeals({ ...context, storage: { ...context.storage, put } })).toBe(1)
    expect(log.join('')).toContain('Copying audit seals failed')
    expect(await copySeals(context)).toBe(1)
  })
})

describe('what is found', () => {
  test.each([
    ['event', "event = 'project.deleted'"],
    ['person', `user_id = '${newId()}'`],
    ['time', "occurred_at = occurred_at + interval '1 microsecond'"],
    ['details', `details = jsonb_set(details, '{a,b,1,x}', '3')`],
    ['request', "request_id = 'other'"],
  ])('a row whose %s was changed', async (_what, change) => {
    await owner.query(`update audits set ${change} where id = ${nthRow(2)}`)
    expect(await faults()).toEqual([expect.stringMatching(/^A row was changed among the 2 rows of seal 2/)])
  })

  test('a row that is missing', async () => {
    await owner.query(`delete from audits where id = ${nthRow(0)}`)
    expect(await faults()).toEqual([
      expect.stringMatching(/^A row is missing among the 2 rows of seal 1 .*: 1 are left/),
    ])
  })

  test('a row that was slipped in', async () => {
    await owner.query(
      `insert into audits select gen_random_uuid(), organization_id, xid, occurred_at, event, user_id, subject_id, details, request_id
       from audits where id = ${nthRow(2)}`,
    )
    expect(await faults()).toEqual([expect.stringMatching(/^A row was added among the 2 rows of seal 2/)])
  })

  test('the last rows cut off together with their seal', async () => {
    await owner.query(`delete from audits where xid >= (select upto_xid from audit_seals where n = 2)`)
    await owner.query('delete from audit_seals where n = 3')
    expect(await faults()).toEqual([
      expect.stringMatching(/^The log was cut off: it ends at seal 2, but a copy of seal 3/),
    ])
  })

  test('the last rows cut off together with their seal and its copy', async () => {
    await owner.query(`delete from audits where xid >= (select upto_xid from audit_seals where n = 2)`)
    await owner.query('delete from audit_seals where n = 3')
    await rm((await copyFiles()).at(-1) ?? '')
    expect(await faults()).toEqual([
      'The log was cut off, and so were its copies: it ends at seal 2, but seals up to 3 had been copied to storage.',
    ])
  })

  test('whatever was cut off or written anew of a log of which a seal was kept elsewhere', async () => {
    const seals = await context.database.asSystem((tx) => selectSealsAfter(tx, organizationId, 0, 9))
    const kept = readCopies(writeCopies(seals))
    const against = async () => (await verifyAudits(context, kept)).flatMap((verdict) => verdict.faults)
    expect(await against()).toEqual([])
    await owner.query(`delete from audits where xid >= (select upto_xid from audit_seals where n = 2)`)
    await owner.query('delete from audit_seals where n = 3; update seal_copies set upto_n = 2')
    await rm((await copyFiles()).at(-1) ?? '')
    expect(await faults()).toEqual([])
    expect(await against()).toEqual([
      'The log was cut off: it ends at seal 2, but seal 3 was kept elsewhere.',
    ])
    await addRow()
    await sealEverything()
    expect(await against()).toEqual(['Seal 3 is not the one that was kept elsewhere: the log was rewritten.'])
    for (const table of tables.toReversed()) await owner.query(`delete from ${table}`)
    await rm(objects(), { recursive: true })
    expect(await against()).toEqual([
      'The organisation is gone with its whole log; a seal of it was kept elsewhere.',
    ])
  })

  test('an end that was cut off and grew anew', async () => {
    await owner.query(`delete from audits where xid >= (select upto_xid from audit_seals where n = 2)`)
    await owner.query('delete from audit_seals where n = 3')
    await addRow()
    await sealEverything()
    expect(await faults()).toEqual([expect.stringMatching(/^Seal 3 differs from its copy in storage/)])
  })

  test('a whole organisation removed with its log', async () => {
    await owner.query(
      'delete from audits; delete from audit_seals; delete from seal_copies; delete from stored_objects; delete from organizations',
    )
    expect(await faults()).toEqual([expect.stringMatching(/^The organisation is gone with its whole log/)])
  })

  test('copies that someone removed', async () => {
    for (const file of (await copyFiles()).slice(0, 2)) await rm(file)
    expect(await verifyAudits(context)).toEqual([
      expect.objectContaining({
        copied: 1,
        faults: [expect.stringMatching(/^The copies of seals 1 to 2 are missing in storage/)],
      }),
    ])
  })

  test('a copy that someone changed', async () => {
    const [, second = ''] = await copyFiles()
    const text = await readFile(second, 'utf8')
    await writeFile(second, text.replace(/"hash":"../, '"hash":"00'))
    expect(await faults()).toEqual(['The copy of seal 2 in storage was changed: its signature does not fit.'])
    await writeFile(second, text.slice(0, -20))
    expect(await faults()).toEqual([
      expect.stringMatching(/^The copy of seals .* in storage was changed/),
      expect.stringMatching(/^The copy of seal 2 is missing/),
    ])
  })

  test('nothing in copies that nobody signed and that speak of seals to come', async () => {
    const [first = ''] = await copyFiles()
    await appendFile(first, (await readFile(first, 'utf8')).replace('"n":1', '"n":99'))
    expect(await faults()).toEqual([])
  })

  test('a copy that was put in the place of another', async () => {
    const [first = '', second = ''] = await copyFiles()
    await rename(second, first)
    expect(await faults()).toEqual(['The copy of seal 1 is missing in storage, where it had been written.'])
  })

  test('a seal missing in the middle', async () => {
    await owner.query('delete from audit_seals where n = 2')
    expect(await faults()).toEqual(expect.arrayContaining([expect.stringMatching(/^Seal 2 is missing/)]))
  })

  test('a seal that was made to fit changed rows without the key', async () => {
    await owner.query(`update audit_seals set rows = 1 where n = 3`)
    await owner.query(`delete from audits where id = ${nthRow(5)}`)
    expect(await faults()).toEqual(
      expect.arrayContaining(['Seal 3 was changed: its signature does not fit.']),
    )
  })
})
