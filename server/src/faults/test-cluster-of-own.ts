import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect } from 'vitest'
import { keepPostgres } from '../platform/postgres/keep-postgres.ts'

const patience = { timeout: 60_000, interval: 50 }

export interface OwnCluster {
  url: string
  /** Kills the postmaster; resolves once another one answers at the same address. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL that may be killed without anyone else noticing, with the settings of the product. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-faults-cluster-'))
  const kept = await keepPostgres({
    dataDir: folder,
    log: pino({ level: 'silent' }),
    pause: async () => {},
  })
  const pidNow = () => postmasterOf(folder)
  return {
    url: kept.url,
    kill: async () => {
      const killed = await pidNow()
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => pidNow().catch(() => killed), patience).not.toBe(killed)
    },
    close: async () => {
      await kept.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function postmasterOf(dataDir: string): Promise<number> {
  const { pid } = JSON.parse(await readFile(join(dataDir, 'run', 'postgres.json'), 'utf8')) as { pid: number }
  return pid
}

/** Holds a PostgreSQL still, with every connection it has. Returns how to let it go on. */
export function freezePostgres(postmaster: number): () => void {
  // First the one who would make more of them.
  process.kill(postmaster, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = [...children.trim().split(' ').map(Number), postmaster]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}
