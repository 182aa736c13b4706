import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPackage } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { choosePlacement } from './placement.ts'
import { ordinaryUser } from './system-user.ts'
import { isRoot, makeTestFolder, query, startSupervisor } from './test-surroundings.ts'

const log = () => {}

describe.skipIf(!isRoot)('as root', () => {
  /** A data folder and a node_modules under a folder like /root, and what stands for /var/lib/cresyl. */
  async function closedFolders() {
    const folder = await makeTestFolder()
    const home = join(folder, 'home')
    const dataDir = join(home, 'data')
    await mkdir(dataDir, { recursive: true })
    await chmod(home, 0o700)
    return { folder, home, dataDir, sharedFolder: join(folder, 'shared') }
  }

  /** Making a cluster takes a second, copying one a tenth of that. */
  let made = ''
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'cresyl-test-made-'))
    await chmod(made, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir: made, log })
    await postgres.stop()
  })
  afterAll(() => rm(made, { recursive: true, force: true }))

  async function copyPackage(folder: string): Promise<string> {
    const packageFolder = join(folder, 'package')
    execFileSync('cp', ['-a', findPackage(`${process.platform}-${process.arch}`), packageFolder])
    return packageFolder
  }

  test('the cluster stays in the data folder, which lets the user of PostgreSQL pass and nobody look', async () => {
    const dataDir = await makeTestFolder()
    await chmod(dataDir, 0o700)
    const { cluster, user } = await choosePlacement({ dataDir, log })
    expect(cluster).toBe(join(dataDir, 'postgres'))
    expect(user).toEqual(await ordinaryUser())
    const { mode, uid, gid } = await stat(dataDir)
    expect({ mode: mode & 0o777, uid, gid }).toEqual({ mode: 0o710, uid: 0, gid: user?.gid })
  })

  test('under a closed folder, database and programs live elsewhere and are found again, also when moved', async () => {
    const { home, dataDir, sharedFolder } = await closedFolders()
    const packageFolder = await copyPackage(home)

    const first = await startEmbeddedPostgres({ dataDir, log, sharedFolder, packageFolder })
    onTestFinished(() => first.stop())
    await query(first.url, 'create table entry as select 7 as n')
    await first.stop()
    expect(await readdir(dataDir)).not.toContain('postgres')
    expect((await readdir(sharedFolder)).sort()).toEqual([
      expect.stringMatching(/^data-[0-9a-f]{12}$/),
      expect.stringMatching(/^postgres-18\.[^/]*$/),
    ])

    const moved = join(home, 'moved')
    await rename(dataDir, moved)
    const second = await startEmbeddedPostgres({ dataDir: moved, log, sharedFolder, packageFolder })
    onTestFinished(() => second.stop())
    expect(await query(second.url, 'select n from entry')).toEqual([{ n: 7 }])
  })

  test('a copy of a data folder does not get the database of the original', async () => {
    const { home, dataDir, sharedFolder } = await closedFolders()
    await choosePlacement({ dataDir, sharedFolder, log })
    const copy = join(home, 'copy')
    await cp(dataDir, copy, { recursive: true })
    await expect(choosePlacement({ dataDir: copy, sharedFolder, log })).rejects.toThrow(
      `${copy} is a copy of ${dataDir}, whose database in`,
    )
  })

  test('a new data folder in the place of a deleted one begins empty, and the old database is kept', async () => {
    const { dataDir, sharedFolder } = await closedFolders()
    const before = await choosePlacement({ dataDir, sharedFolder, log })
    await rm(dataDir, { recursive: true })
    await mkdir(dataDir)
    const lines: string[] = []
    const after = await choosePlacement({ dataDir, sharedFolder, log: (line) => lines.push(line) })
    expect(after.cluster).not.toBe(before.cluster)
    expect(lines.join('\n')).toContain('holds the database of an earlier data folder')
    expect((await readdir(sharedFolder)).sort()).toHaveLength(2)
  })

  test('a database elsewhere that is gone is missed, not replaced', async () => {
    const { dataDir, sharedFolder } = await closedFolders()
    await choosePlacement({ dataDir, sharedFolder, log })
    await rm(sharedFolder, { recursive: true })
    await expect(choosePlacement({ dataDir, sharedFolder, log })).rejects.toThrow(
      /was kept in .*, which is gone\. Restore that folder, or delete .*postgres-location/,
    )
    expect(await readFile(join(dataDir, 'postgres-location'), 'utf8')).toContain(sharedFolder)
  })

  test('a folder above a database that was closed later is named', async () => {
    const { home, dataDir, sharedFolder } = await closedFolders()
    execFileSync('cp', ['-a', `${made}/.`, dataDir])
    await chmod(home, 0o755)
    expect((await choosePlacement({ dataDir, sharedFolder, log })).cluster).toBe(join(dataDir, 'postgres'))
    await chmod(home, 0o700)
    await expect(choosePlacement({ dataDir, sharedFolder, log })).rejects.toThrow(
      /who can no longer reach it/,
    )
  })

  test('a copy of an open data folder made by root works, with a database of its own', async () => {
    const folder = await makeTestFolder()
    execFileSync('cp', ['-a', made, join(folder, 'original')])
    const original = await startEmbeddedPostgres({ dataDir: join(folder, 'original'), log })
    await query(original.url, 'create table entry as select 7 as n')
    await original.stop()
    await cp(join(folder, 'original'), join(folder, 'copy'), { recursive: true })
    const copy = await startEmbeddedPostgres({ dataDir: join(folder, 'copy'), log })
    onTestFinished(() => copy.stop())
    expect(await query(copy.url, 'select n from entry')).toEqual([{ n: 7 }])
  })

  test('an ordinary user may start first and root later, with the same database', async () => {
    const folder = await makeTestFolder()
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await chmod(dataDir, 0o777)
    const user = await ordinaryUser()
    // The checkout these tests run in may be closed to that user.
    const packageFolder = await copyPackage(folder)
    const ordinary = await startSupervisor(dataDir, { user, packageFolder })
    expect(ordinary.report.error).toBeUndefined()
    await query(ordinary.report.url ?? '', 'create table entry as select 7 as n')
    ordinary.process.kill('SIGKILL')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    onTestFinished(() => postgres.stop())
    expect(await query(postgres.url, 'select n from entry')).toEqual([{ n: 7 }])
  })
})
