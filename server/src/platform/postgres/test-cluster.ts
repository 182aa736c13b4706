import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { addDatabase } from './test-cluster-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a user who may create roles and databases. */
    testPostgresUrl: string
    /** Of a migrated database that is only copied: most tests begin with one. */
    testTemplateUrl: string
  }
}

/** What is lost in a crash is only a test's. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Thousands of connections are made to databases that live for seconds.
  scram_iterations: '1',
  autovacuum: 'off',
}

/** What is to be done in the end, the last first. */
const endings: (() => Promise<void>)[] = []

/** Vitest's global setup: one PostgreSQL for all test files, or the one that CRESYL_TEST_POSTGRES names. */
export async function setup(project: TestProject): Promise<void> {
  const url = project.config.env.CRESYL_TEST_POSTGRES || (await startCluster())
  const template = await addDatabase(url)
  endings.unshift(template.drop)
  await migrate(template.url)
  project.provide('testPostgresUrl', url)
  project.provide('testTemplateUrl', template.url)
}

async function startCluster(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-test-cluster-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: fastSettings })
  endings.unshift(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return postgres.adminUrl
}

export async function teardown(): Promise<void> {
  for (const end of endings.splice(0)) await end()
}
