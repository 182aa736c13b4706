import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Gauge, Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { type DatabaseFigure, databaseFigures } from './database-figures.ts'
import { type MetricSnapshot, takeSnapshot } from './snapshot.ts'

/** Prometheus gives up after ten seconds: rather tell what is known before. */
const patience = 4000

export type ReadSharedFigures = () => Promise<MetricSnapshot[]>

/**
 * Figures that are no process's own: what the database knows, read when asked for and then kept for a while, and
 * the machine's disks.
 */
export function createSharedFigures(parts: Pick<Context, 'database' | 'config' | 'log'>): ReadSharedFigures {
  const registry = new Registry()
  const up = new Gauge({
    name: 'cresyl_database_up',
    help: 'Whether the database answered (1) or not (0)',
    registers: [registry],
  })
  watchDisks(registry, parts.config)
  const figures = databaseFigures(registry).map((figure) => ({ figure, freshUntil: 0 }))
  const unread = (error: unknown) =>
    parts.log.warn({ err: error }, 'a figure of the database could not be read')
  let reading: Promise<void> | undefined

  const read = async () => {
    up.set(0)
    const old = figures.filter(({ freshUntil }) => freshUntil <= performance.now())
    // A figure that can't be read is absent rather than out of date.
    for (const { figure } of old) for (const gauge of figure.gauges) gauge.reset()
    await parts.database.ping()
    up.set(1)
    for (const each of old) {
      await readFigure(parts, each.figure).catch(unread)
      each.freshUntil = performance.now() + each.figure.keptFor
    }
  }

  return async () => {
    reading ??= read()
      .catch(unread)
      .finally(() => {
        reading = undefined
      })
    await Promise.race([reading, sleep(patience, undefined, { ref: false })])
    return takeSnapshot(registry)
  }
}

/** Over quickly or not at all: figures must not keep the database from its work. */
function readFigure({ database }: Pick<Context, 'database'>, figure: DatabaseFigure): Promise<void> {
  return database.asSystem(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '2s'`)
    await figure.read(tx)
  })
}

/** How much is free where Cresyl writes. */
function watchDisks(registry: Registry, { dataDir, storage }: Config): void {
  const folders = { data: dataDir, ...(storage.kind === 'disk' && { storage: storage.folder }) }
  new Gauge({
    name: 'cresyl_disk_free_bytes',
    help: 'Bytes free on the disk of the data folder and of the storage folder',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [folder, path] of Object.entries(folders)) {
        const disk = await statfs(path).catch(() => null)
        if (disk !== null) this.set({ folder }, disk.bavail * disk.bsize)
      }
    },
  })
}
