import type { Metrics } from '../metrics/metrics.ts'
import { takeSnapshot } from '../metrics/snapshot.ts'
import { onTold, tellSupervisor } from './supervisor-link.ts'

/** Tells the supervisor what this process has counted whenever it asks. */
export function answerMetrics({ registry }: Metrics): void {
  onTold('metrics', ({ id }) => {
    void takeSnapshot(registry)
      .catch(() => [])
      .then((metrics) => tellSupervisor({ type: 'metrics', id, metrics }))
  })
}
