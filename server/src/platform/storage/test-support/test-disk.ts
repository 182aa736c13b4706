import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { Registry } from 'prom-client'
import { handleErrors } from '../../../http/error-handler.ts'
import { serveStorage } from '../../../http/files/parts.ts'
import { endStalledRequests } from '../../../http/guards/idle-timeout.ts'
import { parseConfig } from '../../config/config.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createUploadMetrics } from '../../metrics/upload-metrics.ts'
import { findFreePort } from '../../postgres/free-port.ts'
import { createMigratedDatabase } from '../../postgres/test-database.ts'
import { type DiskStorage, openDiskStorage } from '../disk/disk-storage.ts'
import { newHooks, type StorageHarness, type StorageHooks } from './harness.ts'
import type { CrashPlace } from './test-crash-child.ts'
import { addTestOrganization } from './test-organization.ts'

export interface TestDisk extends StorageHarness {
  storage: DiskStorage
  folder: string
  place: CrashPlace
  origin: string
  /** Another process, as it were, on the same folder and database. */
  openAnother(): Promise<Served>
}

interface Served {
  storage: DiskStorage
  origin: string
  close(): Promise<void>
}

export const appOrigin = 'http://app.example'
const testUrlKey = 'the key of the tests'
/** Longer than one process needs to hear of another. */
const idleSeconds = 3

/** The disk driver on a real database, with its routes on a real port. */
export async function openTestDisk(place?: string): Promise<TestDisk> {
  const folder = place ?? (await mkdtemp(join(tmpdir(), 'cresyl-storage-')))
  const testDatabase = await createMigratedDatabase()
  const database = openDatabase({ url: testDatabase.url })
  const hooks = newHooks()
  const served = await serveDisk(folder, database, hooks)
  return {
    ...served,
    database,
    databaseUrl: testDatabase.url,
    folder,
    place: { kind: 'disk', folder },
    hooks,
    organizationId: await addTestOrganization(database),
    otherOrganizationId: await addTestOrganization(database),
    openAnother: () => serveDisk(folder, database, hooks),
    close: async () => {
      await served.close()
      await database.close()
      await testDatabase.drop()
      if (place === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function serveDisk(folder: string, database: Database, hooks: StorageHooks): Promise<Served> {
  const log = pino({ level: 'silent' })
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const storage = await openDiskStorage({
    folder,
    database,
    log,
    clock: { now: () => hooks.now() },
    urlKey: testUrlKey,
    uploadOrigin: origin,
    keepFreeBytes: 0,
    pause: (point) => hooks.pause(point),
  })
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger, forceCloseConnections: true })
  handleErrors(app)
  endStalledRequests(app.server, idleSeconds)
  const uploads = createUploadMetrics(new Registry())
  serveStorage(app, parseConfig({ CRESYL_ORIGIN: appOrigin }, '/'), storage, uploads, async () => {})
  await app.listen({ host: '127.0.0.1', port })
  return {
    storage,
    origin,
    close: async () => {
      await storage.close()
      await app.close()
    },
  }
}
