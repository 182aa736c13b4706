import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { parseConfig } from '../../platform/config/config.ts'
import { loadSecrets } from '../../platform/config/secrets.ts'
import type { Context } from '../../platform/context.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { organizations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts'
import { recordAudit } from './record.ts'
import { sealAudits } from './seal-audits.ts'
import { journalPath } from './seal-journal.ts'
import { verifyAudits } from './verify-audits.ts'

let folder: string
let database: TestDatabase
let owner: pg.Client
let context: Context
let log: string[]
const organizationId = newId()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-audit-'))
  database = await createTestDatabase()
  await migrate(database.url)
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const config = parseConfig({ CRESYL_DATA_DIR: folder, DATABASE_URL: database.url }, folder)
  log = []
  context = {
    config,
    secrets: await loadSecrets(config.secretsDir),
    database: openDatabase({ url: database.url }),
    log: pino({}, { write: (line: string) => void log.push(line) }),
    clock: systemClock,
  }
  await context.database.asSystem((tx) =>
    tx.insert(organizations).values({
      id: organizationId,
      name: 'lab',
      displayName: 'Lab',
      branding: { primary: null, accent: null, logo: null },
    }),
  )
  for (let batch = 0; batch < 3; batch += 1) {
    await addRow()
    await addRow()
    await sealEverything()
  }
})

afterEach(async () => {
  await owner.end()
  await context.database.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function addRow(): Promise<void> {
  return context.database.asMember({ organizationId }, (tx) =>
    recordAudit(tx, {
      organizationId,
      event: 'project.updated',
      userId: newId(),
      subjectId: newId(),
      details: { changes: { name: ['a', 'b'] }, a: { z: 1, b: [2, { y: 1, x: 2 }] } },
      occurredAt: new Date(),
    }),
  )
}

/** Transactions of other databases on the cluster hold sealing up for a moment. */
async function sealEverything(): Promise<void> {
  await expect.poll(() => sealAudits(context), { timeout: 20_000 }).not.toEqual([])
}

async function faults(): Promise<string[]> {
  return (await verifyAudits(context)).flatMap((verdict) => verdict.faults)
}

const nthRow = (n: number) => `(select id from audits order by xid, id offset ${n} limit 1)`

describe('an untouched log', () => {
  test('is whole, sealed in batches, each of which is in the log and in the journal too', async () => {
    expect(await verifyAudits(context)).toEqual([
      { organization: 'lab', rows: 6, seals: 3, journalled: 3, unsealed: 0, faults: [] },
    ])
    const { rows } = await owner.query("select encode(hash, 'hex') as hash from audit_seals order by n")
    const journal = await readFile(journalPath(folder), 'utf8')
    for (const { hash } of rows) {
      expect(journal).toContain(hash)
      expect(log.join('')).toContain(hash)
    }
  })

  test('stays whole while rows wait to be sealed', async () => {
    await addRow()
    expect(await verifyAudits(context)).toEqual([
      expect.objectContaining({ rows: 7, unsealed: 1, faults: [] }),
    ])
  })

  test('waits for transactions that may still add a row', async () => {
    const slow = new pg.Client({ connectionString: database.url })
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
    const together = () => Promise.all(Array.from({ length: 4 }, () => sealAudits(context)))
    await expect.poll(async () => (await together()).flat(), { timeout: 20_000 }).toHaveLength(1)
    expect(await verifyAudits(context)).toEqual([expect.objectContaining({ rows: 11, seals: 4, faults: [] })])
  })

  test('forgives a journal line that a crash cut short', async () => {
    const path = journalPath(folder)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.slice(0, -20))
    expect(await faults()).toEqual([])
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
      expect.stringMatching(/^The log was cut off: it ends at seal 2, but seal 3/),
    ])
  })

  test('an end that was cut off and grew anew', async () => {
    await owner.query(`delete from audits where xid >= (select upto_xid from audit_seals where n = 2)`)
    await owner.query('delete from audit_seals where n = 3')
    await addRow()
    await sealAudits(context)
    expect(await faults()).toEqual([
      expect.stringMatching(/^Seal 3 is not the one that was written down outside/),
    ])
  })

  test('a whole organisation removed with its log', async () => {
    await owner.query('delete from audits; delete from audit_seals; delete from organizations')
    expect(await faults()).toEqual([expect.stringMatching(/^The organisation is gone .* 3 seals of it/)])
  })

  test('that nothing outside the database vouches for the seals', async () => {
    await rm(journalPath(folder))
    expect(await verifyAudits(context)).toEqual([
      expect.objectContaining({ seals: 3, journalled: 0, faults: [] }),
    ])
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
