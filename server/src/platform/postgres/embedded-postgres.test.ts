import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { findFreePort } from './free-port.ts'
import { readPostmasterFile } from './postmaster.ts'
import { findRunningPostgres } from './runtime-file.ts'
import { copyTestFolder, makeTestFolder, mountSmallDisk, query } from './test-surroundings.ts'

/** Making a cluster takes a second, copying one a tenth of that. */
let made = ''
/** The postmaster.pid that it had while it ran. */
let postmasterFile = ''
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'cresyl-test-made-'))
  const postgres = await startEmbeddedPostgres({ dataDir: made, log: () => {} })
  postmasterFile = await readFile(join(made, 'postgres', 'postmaster.pid'), 'utf8')
  await postgres.stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & { lines: string[] }> {
  const lines: string[] = []
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), ...options })
  onTestFinished(() => postgres.stop())
  return { ...postgres, lines }
}

async function postmaster(dataDir: string): Promise<number> {
  const pid = (await readPostmasterFile(join(dataDir, 'postgres')))?.pid
  if (pid === undefined) throw new Error('No PostgreSQL runs there')
  return pid
}

/** As an initdb leaves it that was killed, or that outlives its supervisor. */
async function leaveDraft(dataDir: string, name: string): Promise<void> {
  await mkdir(join(dataDir, name, 'base'), { recursive: true })
  await writeFile(join(dataDir, name, 'PG_VERSION'), '18\n')
}

const namesOfClusters = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.startsWith('postgres'))

test('a first start that is aborted leaves nothing, the next makes a database that works, a third finds it again', async () => {
  const dataDir = join(await makeTestFolder(), 'data with a space', 'ü')
  const controller = new AbortController()
  const underWay = async () => {
    const [draft = ''] = await namesOfClusters(dataDir)
    await access(join(dataDir, draft, 'PG_VERSION'))
  }
  const starting = startEmbeddedPostgres({
    dataDir,
    log: () => {},
    signal: controller.signal,
    progress: () => void vi.waitFor(underWay, { timeout: 50_000 }).then(() => controller.abort()),
  })
  await expect(starting).rejects.toThrow('aborted')
  expect(await namesOfClusters(dataDir)).toEqual([])

  await leaveDraft(dataDir, 'postgres.making-1234')
  const first = await start(dataDir)
  await query(first.url, "create table slide as select 'Ärmel' as name")
  expect(await namesOfClusters(dataDir)).toEqual(['postgres'])
  expect(await findRunningPostgres(dataDir)).toBe(first.url)
  await first.stop()
  await first.stop()
  expect(await findRunningPostgres(dataDir)).toBeNull()

  await leaveDraft(dataDir, 'postgres.making-5678')
  const second = await start(dataDir)
  expect(await namesOfClusters(dataDir)).toEqual(['postgres'])
  expect(await query(second.url, 'select lower(name) as name from slide')).toEqual([{ name: 'ärmel' }])
})

describe('a database that runs', () => {
  let folder: string
  let running: EmbeddedPostgres
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cresyl-test-running-'))
    execFileSync('cp', ['-a', `${made}/.`, folder])
    running = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  })
  afterAll(async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('the application role may create roles and databases, owns its database and is no superuser', async () => {
    const { url } = running
    const rows = await query(
      url,
      `select rolname, rolcanlogin, rolcreaterole, rolcreatedb, rolsuper, rolbypassrls, rolreplication,
            datname, datdba = pg_roles.oid as owner
     from pg_roles join pg_database on datname = current_database() where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        rolname: 'cresyl',
        rolcanlogin: true,
        rolcreaterole: true,
        rolcreatedb: true,
        rolsuper: false,
        rolbypassrls: false,
        rolreplication: false,
        datname: 'cresyl',
        owner: true,
      },
    ])
  })

  test('the server is safe, reachable on loopback with a password only, and speaks UTF-8 and UTC', async () => {
    const { url, adminUrl } = running
    const rows = await query<{ name: string; setting: string }>(
      adminUrl,
      `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'fsync',
       'data_checksums', 'TimeZone', 'server_encoding', 'dynamic_shared_memory_type', 'max_connections')`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'on',
      data_checksums: 'on',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      dynamic_shared_memory_type: 'mmap',
      max_connections: '60',
    })
    expect(
      await query(
        url,
        'select datlocprovider, datlocale from pg_database where datname = current_database()',
      ),
    ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('passwords and the way to the running database are for the owner of the data folder only', async () => {
    const mode = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777
    expect(await mode('secrets')).toBe(0o700)
    expect(await mode('secrets', 'postgres.json')).toBe(0o600)
    expect(await mode('run')).toBe(0o700)
    expect(await mode('run', 'postgres.json')).toBe(0o600)
    expect(await mode('postgres')).toBe(0o700)
    const password = new URL(running.url).password
    expect(await readFile(join(folder, 'logs', 'postgres.log'), 'utf8')).not.toContain(password)
  })
})

test('killing PostgreSQL is noticed, and the next start has every acknowledged row', async () => {
  const dataDir = await copyTestFolder(made)
  const first = await start(dataDir)
  await query(first.url, 'create table entry (n int)')
  const client = new Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  let acknowledged = 0
  const writing = (async () => {
    for (;;) {
      await client.query('insert into entry values ($1)', [acknowledged])
      acknowledged += 1
      if (acknowledged === 200) process.kill(await postmaster(dataDir), 'SIGKILL')
    }
  })()
  await expect(writing).rejects.toThrow()
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })

  const second = await start(dataDir)
  const [row] = await query<{ rows: number }>(second.url, 'select count(*)::int as rows from entry')
  expect(acknowledged).toBeGreaterThanOrEqual(200)
  expect(row?.rows).toBeGreaterThanOrEqual(acknowledged)
  await client.end().catch(() => {})
})

test('a statement that outlives its killed server does not keep the next one from starting', async () => {
  const dataDir = await copyTestFolder(made)
  const first = await start(dataDir)
  const endless = query(first.url, 'do $$ begin loop perform 1; end loop; end $$').catch(
    (error: Error) => error,
  )
  await expect
    .poll(() =>
      query(first.adminUrl, "select 1 from pg_stat_activity where query like 'do %' and state = 'active'"),
    )
    .toHaveLength(1)
  process.kill(await postmaster(dataDir), 'SIGKILL')
  await first.exited
  const second = await start(dataDir)
  expect(second.lines.join('\n')).toContain('of a PostgreSQL that was killed')
  expect(await endless).toBeInstanceOf(Error)
})

test('a first start that was killed before the role existed is completed by the next', async () => {
  const dataDir = await copyTestFolder(made)
  const first = await start(dataDir)
  await query(first.adminUrl, 'drop database cresyl')
  await query(first.adminUrl, 'drop role cresyl')
  await first.stop()
  const { url } = await start(dataDir)
  expect(await query(url, 'select current_user as role')).toEqual([{ role: 'cresyl' }])
})

test.each([
  ['of this process', () => process.pid],
  ['of nobody', () => 4_000_000],
])('a postmaster.pid with a process id %s is no obstacle', async (_, pid) => {
  const dataDir = await copyTestFolder(made)
  await writeFile(
    join(dataDir, 'postgres', 'postmaster.pid'),
    postmasterFile.replace(/^\d+/, String(pid())).replaceAll(made, dataDir),
  )
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a port that somebody took in the meantime is given up for another', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  onTestFinished(() => void taken.close())
  const address = taken.address()
  if (address === null || typeof address === 'string') throw new Error('Not a port')
  const ports = [address.port, await findFreePort()]
  const { url } = await start(await copyTestFolder(made), {
    findPort: async () => ports.shift() ?? findFreePort(),
  })
  expect(new URL(url).port).not.toBe(String(address.port))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database of another major version is refused with both versions', async () => {
  const dataDir = await copyTestFolder(made)
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    'was made by PostgreSQL 17, but this Cresyl brings PostgreSQL 18',
  )
})

test('lost or damaged passwords are named instead of replaced', async () => {
  const dataDir = await copyTestFolder(made)
  const file = join(dataDir, 'secrets', 'postgres.json')
  for (const [damaged, sentence] of [
    ['{"superuser":', `damaged in ${file}`],
    [
      '{"superuser": "another", "application": "another"}',
      /password authentication failed.*restore the right one/,
    ],
  ] as const) {
    await writeFile(file, damaged)
    await expect(start(dataDir)).rejects.toThrow(sentence)
    expect(await readFile(file, 'utf8')).toBe(damaged)
  }
})

test('a server that cannot start tells the reason and where its log is', async () => {
  const dataDir = await copyTestFolder(made)
  await writeFile(join(dataDir, 'postgres', 'global', 'pg_control'), 'nonsense')
  await expect(start(dataDir)).rejects.toThrow(
    new RegExp(`did not start on ${dataDir}/postgres: .*pg_control.*Its log is ${dataDir}/logs/postgres.log`),
  )
})

test('a disk that fills up while the database is made is called full', async (context) => {
  const disk = await mountSmallDisk(20)
  if (disk === null) return context.skip('mounting a small disk needs more rights')
  await expect(start(disk)).rejects.toThrow(`The disk that holds ${disk}/postgres is full.`)
  expect((await readdir(disk)).filter((name) => name.startsWith('postgres'))).toEqual([])
})
