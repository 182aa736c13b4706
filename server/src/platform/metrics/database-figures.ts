import { Gauge, type Registry } from 'prom-client'
import type { Tx } from '../db/database.ts'
import {
  countServers,
  countUnfinishedJobs,
  readNotificationUsage,
  readOpenUploads,
  readQueueAges,
  readSealLag,
  readStoredBytes,
} from './figure-queries.ts'

/** Gauges that one reading of the database fills. */
export interface DatabaseFigure {
  gauges: Gauge<string>[]
  /** How old it may be when it is told, in milliseconds. */
  keptFor: number
  read(tx: Tx): Promise<void>
}

const seconds = 1000
/** More organisations than this would be more series than Prometheus likes. */
const mostOrganizations = 100

export function databaseFigures(registry: Registry): DatabaseFigure[] {
  return [unfinishedJobs, queueAges, sealLag, openUploads, storedBytes, servers, notifications].map((make) =>
    make([registry]),
  )
}

function unfinishedJobs(registers: Registry[]): DatabaseFigure {
  const jobs = new Gauge({
    name: 'cresyl_queue_jobs',
    help: 'Jobs that are not finished: ready to run, delayed until their time, or running',
    labelNames: ['kind', 'state'],
    registers,
  })
  return {
    gauges: [jobs],
    keptFor: 5 * seconds,
    read: async (tx) => {
      for (const { kind, state, count } of await countUnfinishedJobs(tx)) jobs.set({ kind, state }, count)
    },
  }
}

function queueAges(registers: Registry[]): DatabaseFigure {
  const oldest = new Gauge({
    name: 'cresyl_queue_oldest_ready_seconds',
    help: 'How long the oldest job that could run has been waiting, by the labels it asks for',
    labelNames: ['labels'],
    registers,
  })
  return {
    gauges: [oldest],
    keptFor: 5 * seconds,
    read: async (tx) => {
      const ages = await readQueueAges(tx)
      oldest.set({ labels: '' }, 0)
      for (const age of ages) oldest.set({ labels: age.labels }, age.seconds)
    },
  }
}

function sealLag(registers: Registry[]): DatabaseFigure {
  const lag = new Gauge({
    name: 'cresyl_audit_seal_lag_seconds',
    help: 'Age of the oldest row of the audit log that could be sealed and is not',
    registers,
  })
  return {
    gauges: [lag],
    keptFor: 5 * seconds,
    read: async (tx) => lag.set(await readSealLag(tx)),
  }
}

function openUploads(registers: Registry[]): DatabaseFigure {
  const open = new Gauge({
    name: 'cresyl_uploads_open',
    help: 'Files that are announced and neither stored nor given up',
    registers,
  })
  const bytes = new Gauge({
    name: 'cresyl_uploads_open_bytes',
    help: 'Bytes that these files will have',
    registers,
  })
  return {
    gauges: [open, bytes],
    keptFor: 5 * seconds,
    read: async (tx) => {
      const found = await readOpenUploads(tx)
      open.set(found.count)
      bytes.set(found.bytes)
    },
  }
}

function storedBytes(registers: Registry[]): DatabaseFigure {
  const total = new Gauge({
    name: 'cresyl_storage_bytes',
    help: 'Bytes of all stored files, and bytes reserved for uploads that have begun',
    labelNames: ['state'],
    registers,
  })
  const byOrganization = new Gauge({
    name: 'cresyl_storage_organization_bytes',
    help: `Bytes of the stored files of each organisation, where there are at most ${mostOrganizations}`,
    labelNames: ['organization'],
    registers,
  })
  return {
    gauges: [total, byOrganization],
    // Reading it looks at every object.
    keptFor: 60 * seconds,
    read: async (tx) => {
      const organizations = await readStoredBytes(tx)
      for (const state of ['stored', 'reserved'] as const) {
        total.set(
          { state },
          organizations.reduce((sum, each) => sum + each[state], 0),
        )
      }
      if (organizations.length > mostOrganizations) return
      for (const { organizationId, stored } of organizations) {
        byOrganization.set({ organization: organizationId }, stored)
      }
    },
  }
}

function servers(registers: Registry[]): DatabaseFigure {
  const count = new Gauge({
    name: 'cresyl_servers',
    help: 'Workers that have announced themselves, by state',
    labelNames: ['state'],
    registers,
  })
  return {
    gauges: [count],
    keptFor: 5 * seconds,
    read: async (tx) => {
      for (const state of ['active', 'draining', 'gone']) count.set({ state }, 0)
      for (const row of await countServers(tx)) count.set({ state: row.state }, row.count)
    },
  }
}

function notifications(registers: Registry[]): DatabaseFigure {
  const usage = new Gauge({
    name: 'cresyl_database_notification_queue_ratio',
    help: 'How full the queue of notifications of the database is, from 0 to 1',
    registers,
  })
  return {
    gauges: [usage],
    keptFor: 5 * seconds,
    read: async (tx) => usage.set(await readNotificationUsage(tx)),
  }
}
