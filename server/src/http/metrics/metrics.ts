import { ApiError } from '@cresyl/contract/api/errors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { isLocalScraper, notLocal } from '../../platform/metrics/local-scraper.ts'
import { createSharedFigures } from '../../platform/metrics/shared-figures.ts'
import {
  type ProcessSnapshot,
  renderSnapshots,
  snapshotType,
  takeSnapshot,
} from '../../platform/metrics/snapshot.ts'

/** The figures of every process of this machine. */
export type CollectMetrics = () => Promise<ProcessSnapshot[]>

/** For Prometheus on the same machine. Figures that all processes share are told once. */
export function serveMetrics(
  app: FastifyInstance,
  parts: Pick<Context, 'config' | 'database' | 'log' | 'metrics'>,
  collectAll?: CollectMetrics,
): void {
  const name = parts.config.processes.roles.includes('api') ? 'api' : 'supervisor'
  const readShared = createSharedFigures(parts)
  const collectOwn = async () => [{ process: name, metrics: await takeSnapshot(parts.metrics.registry) }]
  const collect = () =>
    (collectAll ?? collectOwn)().catch((error) => {
      parts.log.warn({ err: error }, 'the figures of the other processes could not be read')
      return collectOwn()
    })

  app.get('/metrics', async ({ raw }, reply) => {
    if (!isLocalScraper(raw)) throw new ApiError('forbidden', { detail: notLocal })
    const [processes, shared] = await Promise.all([collect(), readShared()])
    return reply
      .type(snapshotType)
      .header('Cache-Control', 'no-store')
      .send(await renderSnapshots(processes, shared))
  })
}
