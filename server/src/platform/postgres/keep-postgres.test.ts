import { readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { StartError } from '../start-error.ts'
import { keepPostgres } from './keep-postgres.ts'
import { makeTestFolder, query } from './test-surroundings.ts'

vi.setConfig({ testTimeout: 60_000 })

const log = pino({ level: 'silent' })

async function pidOf(dataDir: string): Promise<number> {
  return JSON.parse(await readFile(join(dataDir, 'run', 'postgres.json'), 'utf8')).pid
}

test('a PostgreSQL that is killed comes back at the same address, and is given up where it can’t', async () => {
  const dataDir = await makeTestFolder()
  const progress: string[] = []
  const postgres = await keepPostgres({
    dataDir,
    log,
    progress: (text) => void progress.push(text),
    patience: 2,
    pause: async () => {},
  })
  const told = progress.length
  await query(postgres.url, 'create table kept (n integer)')
  const killed = await pidOf(dataDir)
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => query(postgres.url, 'select count(*)::integer as n from kept').catch(() => null), {
      timeout: 20_000,
    })
    .toEqual([{ n: 0 }])
  const pidNow = () => pidOf(dataDir).catch(() => killed)
  await expect.poll(pidNow).not.toBe(killed)
  expect(progress, 'nobody waits for it at a terminal').toHaveLength(told)

  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  await rename(control, `${control}.away`)
  process.kill(await pidNow(), 'SIGKILL')
  const reason = await postgres.lost
  expect(reason).toBeInstanceOf(StartError)
  expect(String(reason)).toMatch(/PostgreSQL did not start on .* Its log is/)
  await postgres.stop()
  await unlink(`${control}.away`)
})
