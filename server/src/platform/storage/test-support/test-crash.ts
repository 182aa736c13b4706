import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { compiledFolder } from '../../test-compiled.ts'
import { usedBytes } from '../object-queries.ts'
import type { StoragePoint } from '../storage.ts'
import type { StorageHarness } from './harness.ts'
import { collect } from './samples.ts'
import type { Act, Crash, CrashPlace } from './test-crash-child.ts'
import type { TestDisk } from './test-disk.ts'

const program = fileURLToPath(new URL('./test-crash-child.ts', import.meta.url))

/** Another process does this and is killed at the point. */
export async function crash(
  { databaseUrl, place }: StorageHarness & { place: CrashPlace },
  point: StoragePoint,
  act: Act,
): Promise<void> {
  const given: Crash = { databaseUrl, place, point, act }
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(given)], {
    // Many children load the same files: each after the first finds them compiled.
    env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (piece) => said.push(piece))
  const [, signal] = await once(child, 'close')
  expect(signal, Buffer.concat(said).toString()).toBe('SIGKILL')
}

/** Two days pass, as far as the tables know. */
export async function ageRecords({ database }: Pick<StorageHarness, 'database'>): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.execute(sql`update uploads set touched_at = touched_at - interval '2 days'`)
    await tx.execute(sql`update stored_objects set writing_since = writing_since - interval '2 days'`)
  })
}

/** Two days pass. */
export async function passDays(disk: Pick<TestDisk, 'database' | 'folder'>): Promise<void> {
  const { folder } = disk
  await ageRecords(disk)
  const before = new Date(Date.now() - 2 * 24 * 3_600_000)
  for (const part of ['uploads', 'drafts', 'writers']) {
    for (const name of await readdir(join(folder, part)))
      await utimes(join(folder, part, name), before, before)
  }
}

/** After the janitor's round nothing is left that belongs to nobody, and the books are right. */
export async function expectTidy(disk: TestDisk): Promise<void> {
  const { folder } = disk
  expect(await readdir(join(folder, 'uploads'))).toEqual([])
  expect(await readdir(join(folder, 'drafts'))).toEqual([])
  expect(await readdir(join(folder, 'writers'))).toHaveLength(1)
  await expectRightBooks(disk)
}

/** What is counted is what is there. */
export async function expectRightBooks({ storage, database, organizationId }: StorageHarness): Promise<void> {
  const objects = await collect(storage.list(organizationId, ''))
  const bytes = objects.reduce((sum, { size }) => sum + size, 0)
  expect(await database.asSystem((tx) => usedBytes(tx, organizationId))).toBe(bytes)
}
