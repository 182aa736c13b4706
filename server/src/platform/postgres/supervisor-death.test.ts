import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendSignal } from '../processes/send-signal.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmasterFile } from './postmaster.ts'
import { findRunningPostgres } from './runtime-file.ts'
import { copyTestFolder, findProcesses, killHard, query, startSupervisor } from './test-surroundings.ts'

const WATCHDOG = 'cresyl-watchdog'

/** Making a cluster takes a second, copying one a tenth of that. */
let made = ''
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'cresyl-test-made-'))
  const postgres = await startEmbeddedPostgres({ dataDir: made, log: () => {} })
  await postgres.stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

/** Without those that it starts, which have its command line until they have given themselves another. */
function postgresOf(dataDir: string): number[] {
  const all = findProcesses(`-D\0${join(dataDir, 'postgres')}`)
  return all.filter((pid) => {
    const status = statusOf(pid)
    return status !== null && !all.includes(status.parent)
  })
}

function watchdogsOf(dataDir: string): number[] {
  return findProcesses(join(dataDir, 'postgres')).filter((pid) => findProcesses(WATCHDOG).includes(pid))
}

/** Null of one that has ended. */
function statusOf(pid: number): { parent: number; group: number } | null {
  try {
    const [, parent, group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { parent: Number(parent), group: Number(group) }
  } catch {
    return null
  }
}

async function superviseElsewhere(dataDir: string) {
  const supervisor = await startSupervisor(dataDir)
  const { url } = supervisor.report
  if (url === undefined) throw new Error(supervisor.report.error)
  expect(postgresOf(dataDir)).toHaveLength(1)
  expect(watchdogsOf(dataDir)).toHaveLength(1)
  return { ...supervisor, url }
}

test('when the supervisor is killed, the watchdog shuts PostgreSQL down properly and ends', async () => {
  const dataDir = await copyTestFolder(made)
  const { process: supervisor, url } = await superviseElsewhere(dataDir)
  await query(url, 'create table entry (n int)')
  await killHard(supervisor)
  await expect.poll(() => postgresOf(dataDir)).toEqual([])
  await expect.poll(() => watchdogsOf(dataDir)).toEqual([])
  // A proper shutdown removes it; after a crash it stays.
  expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBeNull()
  expect(await findRunningPostgres(dataDir)).toBeNull()
})

test('an orphan is stopped by the next start, which keeps its rows', async () => {
  const dataDir = await copyTestFolder(made)
  const { process: supervisor, url } = await superviseElsewhere(dataDir)
  await query(url, 'create table entry as select 7 as n')
  for (const pid of watchdogsOf(dataDir)) sendSignal(pid, 'SIGKILL')
  await killHard(supervisor)
  // Nobody is left who could stop it.
  await expect.poll(() => watchdogsOf(dataDir)).toEqual([])
  const orphans = postgresOf(dataDir)
  expect(orphans).toHaveLength(1)
  expect(await findRunningPostgres(dataDir)).toBe(url)

  const lines: string[] = []
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  onTestFinished(() => postgres.stop())
  expect(lines.join('\n')).toContain(`(process ${orphans[0]}) that an earlier Cresyl left running`)
  expect(lines.join('\n')).toContain('database system was shut down at')
  expect(await query(postgres.url, 'select n from entry')).toEqual([{ n: 7 }])
  expect(postgresOf(dataDir)).not.toContain(orphans[0])
})

test('a start right after the supervisor was killed works, whoever stops the old server first', async () => {
  const dataDir = await copyTestFolder(made)
  for (let round = 0; round < 2; round += 1) {
    const { process: supervisor, url } = await superviseElsewhere(dataDir)
    await query(url, 'create table if not exists entry (n int)')
    await query(url, `insert into entry values (${round})`)
    expect(await query(url, 'select count(*)::int as rows from entry')).toEqual([{ rows: round + 1 }])
    await killHard(supervisor)
  }
})

test('Ctrl-C in the terminal reaches the supervisor only', async () => {
  const dataDir = await copyTestFolder(made)
  const { pid, url, nextReport } = await superviseElsewhere(dataDir)
  for (const other of [...postgresOf(dataDir), ...watchdogsOf(dataDir)]) {
    expect(statusOf(other)?.group).not.toBe(statusOf(pid)?.group)
  }
  const heard = nextReport()
  process.kill(-pid, 'SIGINT')
  expect(await heard).toEqual({ interrupted: true })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(watchdogsOf(dataDir)).toHaveLength(1)
})

test('stopping in the ordinary way leaves no watchdog behind', async () => {
  const dataDir = await copyTestFolder(made)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  expect(watchdogsOf(dataDir)).toHaveLength(1)
  await postgres.stop()
  expect(postgresOf(dataDir)).toEqual([])
  await expect.poll(() => watchdogsOf(dataDir)).toEqual([])
})
