import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MetricSnapshot, ProcessSnapshot } from '../metrics/snapshot.ts'
import type { Child } from './child.ts'
import type { ChildMessage } from './messages.ts'

const patienceMilliseconds = 2000

export interface MetricsCollection {
  collect(children: Child[]): Promise<ProcessSnapshot[]>
  heard(message: ChildMessage & { type: 'metrics' }): void
}

/** Asks processes for what they have counted; one that is too busy to answer is left out. */
export function createMetricsCollection(): MetricsCollection {
  const waiting = new Map<string, (metrics: MetricSnapshot[]) => void>()

  const ask = async (child: Child): Promise<ProcessSnapshot | null> => {
    const id = randomUUID()
    const answer = new Promise<MetricSnapshot[]>((resolve) => {
      waiting.set(id, resolve)
    })
    child.send({ type: 'metrics', id })
    const late = new AbortController()
    const metrics = await Promise.race([
      answer,
      child.ended.then(() => null),
      sleep(patienceMilliseconds, null, { signal: late.signal }).catch(() => null),
    ])
    late.abort()
    waiting.delete(id)
    return metrics && { process: child.name, metrics }
  }

  return {
    collect: async (children) => (await Promise.all(children.map(ask))).filter((each) => each !== null),
    heard: ({ id, metrics }) => waiting.get(id)?.(metrics),
  }
}
