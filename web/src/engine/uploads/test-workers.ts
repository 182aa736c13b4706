import { CallError } from '../../lib/api/call-error.ts'
import type { PartOrder, PartReport } from './part-messages.ts'
import type { TestServer } from './test-server.ts'
import type { PartWorker } from './worker-pool.ts'

/** Workers that send to a server in memory. */
export interface TestWorkers {
  start(): PartWorker
  /** Whether a worker crashes instead of sending this. */
  crash: (order: PartOrder) => boolean
  /** How many are there, and how many were started in all. */
  readonly alive: number
  readonly started: number
  /** Makes those crash that have nothing to do. */
  crashIdle(): void
}

export function createTestWorkers(server: Pick<TestServer, 'put'>): TestWorkers {
  const idle = new Set<EventTarget>()
  let [alive, started] = [0, 0]

  const start = (): PartWorker => {
    const events = new EventTarget()
    const sending = new Map<number, AbortController>()
    let isAlive = true
    alive += 1
    started += 1
    idle.add(events)
    const report = (data: PartReport) => {
      if (isAlive) events.dispatchEvent(new MessageEvent('message', { data }))
    }
    const send = async ({ id, url, body }: Extract<PartOrder, { type: 'send' }>) => {
      const { signal } = sending.set(id, new AbortController()).get(id) ?? new AbortController()
      idle.delete(events)
      const outcome = await server.put(url, body.size, signal).then(
        (etag) => ({ type: 'sent', id, etag }) as const,
        (error: unknown) => failureOf(id, error),
      )
      sending.delete(id)
      idle.add(events)
      if (outcome.type === 'sent') report({ type: 'progress', id, bytes: body.size })
      report(outcome)
    }
    return {
      addEventListener: (type: string, heard: unknown) =>
        events.addEventListener(type, heard as EventListener),
      terminate: () => {
        if (isAlive) alive -= 1
        isAlive = false
        for (const each of sending.values()) each.abort()
      },
      postMessage: (order) => {
        if (order.type === 'abort') sending.get(order.id)?.abort()
        else if (workers.crash(order)) queueMicrotask(() => events.dispatchEvent(new Event('error')))
        else void send(order)
      },
    }
  }
  const workers: TestWorkers = {
    start,
    crash: () => false,
    get alive() {
      return alive
    },
    get started() {
      return started
    },
    crashIdle: () => {
      for (const events of idle) events.dispatchEvent(new Event('error'))
    },
  }
  return workers
}

function failureOf(id: number, error: unknown): PartReport {
  const isRefused = error instanceof CallError
  const message = isRefused && error.status > 0 ? error.message : 'The connection was lost.'
  return { type: 'failed', id, status: isRefused ? error.status : 0, message }
}
