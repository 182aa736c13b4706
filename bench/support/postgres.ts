import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import type { Stage } from './stage.ts'

export interface BenchPostgres {
  url: string
  /** Of the process that all others of the server descend from. */
  pid: number
}

/** A PostgreSQL of its own, with the product's settings and tables. */
export async function startPostgres(stage: Stage): Promise<BenchPostgres> {
  // Not in the stage's folder: as root it runs as another user, who may not get there.
  const dataDir = await mkdtemp(join(tmpdir(), 'cresyl-bench-'))
  stage.onEnd(() => rm(dataDir, { recursive: true, force: true }))
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  stage.onEnd(stop)
  await migrate(url)
  const { pid } = JSON.parse(await readFile(join(dataDir, 'run', 'postgres.json'), 'utf8'))
  return { url, pid }
}
