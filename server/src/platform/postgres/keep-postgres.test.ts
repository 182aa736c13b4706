import { open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { StartError } from '../start-error.ts'
import { openBallast } from './ballast.ts'
import { keepPostgres } from './keep-postgres.ts'
import { makeTestFolder, mountSmallDisk, query } from './test-surroundings.ts'

vi.setConfig({ testTimeout: 60_000 })

const MB = 1024 * 1024
const patient = { timeout: 20_000 }
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

test('on a disk that is full to its last byte it gives up its ballast and comes back, then waits for room', async (context) => {
  const disk = await mountSmallDisk(160)
  if (disk === null) return context.skip('mounting a small disk needs more rights')
  const dataDir = join(disk, 'data')
  const ballast = openBallast(dataDir, 32 * MB, 0)
  const told: string[] = []
  let held = Promise.resolve()
  const waits = () => told.filter((line) => line.startsWith('the disk is full; the database')).length
  const postgres = await keepPostgres({
    dataDir,
    log: pino({}, { write: (line) => void told.push(JSON.parse(line).msg ?? '') }),
    patience: 1,
    ballast,
    pause: async () => {
      await held
      await sleep(10)
    },
  })
  await query(postgres.url, 'create table kept as select 1 as n')
  await ballast.keep()
  const filling = await open(join(disk, 'filling'), 'w')
  const fill = async () => {
    const piece = Buffer.alloc(64 * 1024)
    while (
      await filling.write(piece).then(
        () => true,
        () => false,
      )
    );
  }
  const answer = () => query(postgres.url, 'select n from kept').catch(() => null)

  const killed = await pidOf(dataDir)
  await fill()
  process.kill(killed, 'SIGKILL')
  await expect.poll(answer, patient).toEqual([{ n: 1 }])
  expect(await readdir(dataDir)).not.toContain('ballast')
  expect(waits()).toBe(1)

  const pid = () => pidOf(dataDir).catch(() => null)
  await expect.poll(pid, patient).not.toBeNull()
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  held = promise
  process.kill(await pidOf(dataDir), 'SIGKILL')
  await expect.poll(pid, patient).toBeNull()
  await unlink(join(dataDir, 'postgres', 'postmaster.pid'))
  await fill()
  goOn()
  await expect.poll(waits, patient).toBe(2)
  await filling.truncate(0)
  await expect.poll(answer, patient).toEqual([{ n: 1 }])
  await filling.close()
  await postgres.stop()
})
