import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a user who may create roles and databases. */
    testPostgresUrl: string
  }
}

/** What is lost in a crash is only a test's. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

let cluster: { postgres: EmbeddedPostgres; folder: string } | undefined

/** Vitest's global setup: one PostgreSQL for all test files, or the one that CRESYL_TEST_POSTGRES names. */
export async function setup(project: TestProject): Promise<void> {
  const given = project.config.env.CRESYL_TEST_POSTGRES
  if (given) {
    project.provide('testPostgresUrl', given)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-test-cluster-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: fastSettings })
  cluster = { postgres, folder }
  project.provide('testPostgresUrl', postgres.adminUrl)
}

export async function teardown(): Promise<void> {
  await cluster?.postgres.stop()
  if (cluster) await rm(cluster.folder, { recursive: true, force: true })
}
