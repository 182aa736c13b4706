import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

/** Timers are sampled, and each sample wakes the process: a shorter interval costs a hundredth of a core at rest. */
const resolution = 100
const minute = 60_000
const quantiles = [0.5, 0.99, 1]

/** Replaced by our own, of which the interval of the measurement is taken off, or of no use to an operator. */
const leftOut = /^nodejs_(eventloop_lag|active_(handles|requests|resources)|heap_space)_?/

/** Memory, CPU, file descriptors and garbage collection by the names that dashboards know, and the event loop. */
export function watchProcess(registry: Registry): void {
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
