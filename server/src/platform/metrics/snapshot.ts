import { AggregatorRegistry, type Registry } from 'prom-client'

/** The figures of one moment as plain data, which can be sent from process to process. */
export interface MetricSnapshot {
  name: string
  help: string
  type: string
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[]
}

export interface ProcessSnapshot {
  /** Such as `api 1` or `worker`. */
  process: string
  metrics: MetricSnapshot[]
}

export async function takeSnapshot(registry: Registry): Promise<MetricSnapshot[]> {
  const metrics: unknown = await registry.getMetricsAsJSON()
  // The library's type speaks of functions and numbered kinds; what it returns is this.
  return metrics as MetricSnapshot[]
}

export const snapshotType = 'text/plain; version=0.0.4; charset=utf-8'

/** What Prometheus reads: the figures of each process under its name, and those that are nobody's own. */
export function renderSnapshots(processes: ProcessSnapshot[], shared: MetricSnapshot[]): Promise<string> {
  const named = processes.map(({ process, metrics }) =>
    metrics.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  )
  // The name keeps the values of different processes apart, so that nothing is added up.
  const kept = [...named, shared].map((metrics) => metrics.map((each) => ({ ...each, aggregator: 'sum' })))
  return AggregatorRegistry.aggregate(kept).metrics()
}
