import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
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

/** Timers are sampled, and each sample wakes the process: a shorter interval costs a hundredth of a core at rest. */
const resolution = 100
const minute = 60_000
const quantiles = [0.5, 0.99, 1]

/** Replaced by our own, of which the interval of the measurement is taken off, or of no use to an operator. */
const leftOut = /^nodejs_(eventloop_lag|active_(handles|requests|resources)|heap_space)_?/

/** Memory, CPU, file descriptors and garbage collection by the names that dashboards know, and the event loop. */
function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: minute })
  for (const { name } of registry.getMetricsAsArray()) {
    if (leftOut.test(name)) registry.removeSingleMetric(name)
  }
  watchEventLoop(registry)
}

function watchEventLoop(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  new Gauge({
    name: 'cresyl_event_loop_delay_seconds',
    help: 'How much later than planned timers ran, since the last time this was read',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of quantiles) {
        const nanoseconds = delay.count === 0 ? 0 : delay.percentile(quantile * 100)
        this.set({ quantile }, Math.max(0, nanoseconds / 1e9 - resolution / 1000))
      }
      delay.reset()
    },
  })
}
