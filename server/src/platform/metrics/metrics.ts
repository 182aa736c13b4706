import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { watchProcess } from './process-figures.ts'
import { createUploadMetrics, type UploadMetrics } from './upload-metrics.ts'

/** What this process counts, for Prometheus. */
export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  /** Seconds that work waited for a connection to the database. */
  poolWait: Histogram
  jobs: Counter<'kind' | 'outcome'>
  /** Attempts that were found to be somebody else's by now. */
  leaseLosses: Counter
  /** Browsers that listen for changes at this process. */
  eventStreams: Gauge
  uploads: UploadMetrics
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  watchProcess(registry)
  return {
    registry,
    requests: new Histogram({
      name: 'cresyl_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    poolWait: new Histogram({
      name: 'cresyl_database_pool_wait_seconds',
      help: 'Time that work waited for a connection to the database',
      buckets: [0.001, 0.01, 0.1, 1, 10],
      registers,
    }),
    jobs: new Counter({
      name: 'cresyl_job_attempts_total',
      help: 'Attempts at jobs that ended, by what came of them',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    leaseLosses: new Counter({
      name: 'cresyl_job_lease_losses_total',
      help: 'Attempts at jobs that another worker had taken over',
      registers,
    }),
    eventStreams: new Gauge({
      name: 'cresyl_event_streams',
      help: 'Browsers that listen for changes',
      registers,
    }),
    uploads: createUploadMetrics(registry),
  }
}
