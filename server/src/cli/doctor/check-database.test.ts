import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealAudits } from '../../domain/audit/seal-audits.ts'
import { addOrganization } from '../../identity/people.ts'
import { type Config, parseConfig } from '../../platform/config/config.ts'
import { newId } from '../../platform/id.ts'
import { createTestDatabase } from '../../platform/postgres/test-database.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { checkDatabase } from './check-database.ts'
import { checkSecrets } from './check-secrets.ts'

let test: TestContext
let owner: Client

beforeAll(async () => {
  test = await openTestContext()
  owner = new Client({ connectionString: test.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner?.end()
  await test?.close()
})

function configWith(environment: Record<string, string>): Config {
  return parseConfig(
    { CRESYL_DATA_DIR: test.folder, DATABASE_URL: test.databaseUrl, ...environment },
    test.folder,
  )
}

interface Given {
  url?: string
  config?: Config
  now?: () => Date
}

async function check({
  url = test.databaseUrl,
  config = configWith({ DATABASE_URL: url }),
  now,
}: Given = {}) {
  const clock = { now: now ?? (() => new Date()) }
  const findings = await checkDatabase({ config, url, clock })
  return findings.map(({ verdict, about, sentence }) => `${verdict} ${about}: ${sentence}`).join('\n')
}

describe('a database', () => {
  it('that is as it should be has no problems', async () => {
    const said = await check()

    expect(said).not.toContain('problem')
    expect(said).toMatch(/ok database: PostgreSQL \d+/)
    expect(said).toContain('can take on cresyl_app and cresyl_system')
    expect(said).toContain('the tables are up to date')
    expect(said).toContain('ok notifications')
    expect(said).toContain("clock and this machine's agree")
  })

  it('that does not answer is one problem, told without the password', async () => {
    const said = await check({ url: 'postgres://cresyl:hidden@127.0.0.1:1/slides' })

    expect(said).toMatch(/^problem database: The database slides at 127\.0\.0\.1:1 can't be used by cresyl/)
    expect(said.split('\n')).toHaveLength(1)
    expect(said).not.toContain('hidden')
  })

  it('that refuses the password is a problem', async () => {
    const url = new URL(test.databaseUrl)
    url.password = 'wrong'
    const said = await check({ url: url.href })

    expect(said).toContain('password authentication failed')
    expect(said).not.toContain('wrong@')
  })

  it('whose user may not make tables is a problem', async () => {
    const name = `visitor_${newId().slice(-12)}`
    await owner.query(`create role ${name} login password 'visitor'`)
    try {
      const url = new URL(test.databaseUrl)
      url.username = name
      url.password = 'visitor'
      const said = await check({ url: url.href })

      expect(said).toMatch(/problem database: visitor_\w+ may not create tables/)
    } finally {
      await owner.query(`drop role ${name}`)
    }
  })

  it('that is empty is made at the first start, and is not touched', async () => {
    const empty = await createTestDatabase()
    try {
      const said = await check({ url: empty.url })
      const client = new Client({ connectionString: empty.url })
      await client.connect()
      const { rows } = await client.query(
        "select count(*)::int as n from pg_tables where schemaname = 'public'",
      )
      await client.end()

      expect(said).toContain('the tables will be created at the first start')
      expect(said).not.toContain('problem')
      expect(rows).toEqual([{ n: 0 }])
    } finally {
      await empty.drop()
    }
  })

  it('of an older version is a warning, of a newer one a problem', async () => {
    const { rows } = await owner.query('delete from migrations where name like $1 returning *', ['0005%'])
    expect(await check()).toMatch(/warning database: .*0005-jobs\.sql will be applied/)
    await owner.query('insert into migrations (name, checksum) values ($1, $2)', [
      rows[0].name,
      rows[0].checksum,
    ])
    await owner.query("insert into migrations (name, checksum) values ('9999-future.sql', '')")
    expect(await check()).toMatch(/problem database: .*newer version of Cresyl/)
    await owner.query("delete from migrations where name = '9999-future.sql'")
    expect(await check()).toContain('the tables are up to date')
  })

  it('with fewer connections than the processes need is a problem', async () => {
    const said = await check({
      config: configWith({ CRESYL_API_PROCESSES: '64', CRESYL_WORKER_JOBS: '256' }),
    })

    expect(said).toMatch(/problem database: .*connections at most/)
  })
})

describe('the clock', () => {
  const off = (seconds: number) => () => new Date(Date.now() + seconds * 1000)

  it.each([
    [5, /warning database: The clock of this machine is [45]\.\d s ahead/],
    [-5, /warning database: The clock of this machine is [45]\.\d s behind/],
    [3600, /problem database: The clock of this machine is 3\d{3}\.\d s ahead.*signed addresses/],
    [1, /ok database: its clock and this machine's agree/],
  ])('that is %d s off', async (seconds, sentence) => {
    expect(await check({ now: off(seconds) })).toMatch(sentence)
  })
})

describe('notifications', () => {
  let pooler: Server

  afterAll(() => void pooler?.close())

  it('that get lost on the way are a problem', async () => {
    const target = new URL(test.databaseUrl)
    // As through a pooler that shares connections between transactions: all is answered, but nothing is announced.
    pooler = createServer((socket) => {
      const database = connect(Number(target.port), target.hostname)
      socket.pipe(database)
      database.on('data', (bytes) => socket.write(withoutNotifications(bytes)))
      for (const end of [socket, database])
        end.on('error', () => {}).on('close', () => [socket, database].map((each) => each.destroy()))
    })
    pooler.listen(0, '127.0.0.1')
    await once(pooler, 'listening')
    const through = new URL(test.databaseUrl)
    through.hostname = '127.0.0.1'
    through.port = String((pooler.address() as { port: number }).port)

    expect(await check({ url: through.href })).toMatch(/problem notifications: .*set DATABASE_DIRECT_URL/)
    const past = configWith({ DATABASE_URL: through.href, DATABASE_DIRECT_URL: test.databaseUrl })
    expect(await check({ url: through.href, config: past })).toContain('ok notifications')
  })

  it('whose address does not answer are a problem of their own', async () => {
    const config = configWith({ DATABASE_DIRECT_URL: 'postgres://cresyl@127.0.0.1:1/slides' })

    expect(await check({ config })).toMatch(/problem notifications: .*Check DATABASE_DIRECT_URL/)
  })
})

/** Whole messages arrive here: the answers to small queries fit into one packet. */
function withoutNotifications(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.length - at < 5 ? bytes.length : at + 1 + bytes.readUInt32BE(at + 1)
    if (bytes[at] !== 'A'.charCodeAt(0)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

describe('keys', () => {
  it('that others may read are a warning', async () => {
    const config = configWith({})
    expect((await checkSecrets(config)).verdict).toBe('ok')
    const path = join(config.secretsDir, 'url-key')
    await chmod(path, 0o644)
    const { verdict, sentence } = await checkSecrets(config)
    await chmod(path, 0o600)

    expect(verdict).toBe('warning')
    expect(sentence).toContain('can reach url-key')
  })

  it('must be those that the audit log was sealed with', async () => {
    await addOrganization(test.context, { name: 'sealed', displayName: 'Sealed' })
    await expect.poll(() => sealAudits(test.context), { timeout: 10_000 }).toHaveLength(1)
    expect(await check()).toContain('sealed with the key of this machine')

    const elsewhere = configWith({ CRESYL_SECRETS_DIR: join(test.folder, 'elsewhere') })
    expect(await check({ config: elsewhere })).toMatch(/problem secrets: .*has no seal-key\.pem/)
    const stranger = await openTestContext()
    const others = configWith({ CRESYL_SECRETS_DIR: stranger.context.config.secretsDir })
    expect(await check({ config: others })).toMatch(/problem secrets: .*with another key/)
    await stranger.close()
    await rm(join(test.folder, 'elsewhere'), { recursive: true, force: true })
  })
})

describe('workers', () => {
  const addWorker = (name: string, labels: string[], seen: string) =>
    owner.query(
      `insert into servers (id, name, roles, labels, version, started_at, last_seen_at, incarnation, cores, memory_bytes, slots)
       values ($1, $2, '{worker}', $3, '1', now(), now() - $4::interval, $1, 1, 1, 1)`,
      [newId(), name, labels, seen],
    )

  it('that were not seen in the last minute are missed', async () => {
    await owner.query('delete from servers')
    await addWorker('asleep', [], '2 minutes')

    expect(await check()).toMatch(/warning workers: No worker was seen in the last minute/)
  })

  it('are told by label, and so are jobs that none of them can run', async () => {
    await owner.query('delete from servers')
    await addWorker('a', [], '5 seconds')
    await addWorker('b', ['gpu'], '5 seconds')
    await owner.query(
      `insert into jobs (id, kind, payload, max_attempts, labels)
       values ($1, 'janitor', '{}', 1, '{gpu}'), ($2, 'janitor', '{}', 1, '{big-memory}')`,
      [newId(), newId()],
    )
    const said = await check()

    expect(said).toContain('ok workers: a without labels')
    expect(said).toContain('ok workers: b with gpu')
    expect(said).toMatch(/warning workers: 1 jobs wait for a worker with big-memory/)
    expect(said).not.toContain('worker with gpu, and')
  })
})
