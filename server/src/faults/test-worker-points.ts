import type { WorkerTimings } from '../platform/queue/worker-options.ts'

/** Where a worker tells its test that it is there, and waits: in the order in which a job passes them. */
export const workerPoints = [
  /** In the transaction that takes the job, and right after it. */
  'claiming',
  'claimed',
  'begun',
  /** In a transaction of the handler, and right after it. */
  'writing',
  'worked',
  /** In the transaction that ends the job, and right after it. */
  'settling',
  'settled',
] as const
export type WorkerPoint = (typeof workerPoints)[number]

export interface FaultWorkerOptions {
  databaseUrl: string
  folder: string
  serverId: string
  slots: number
  labels: readonly string[]
  timings: Partial<WorkerTimings>
}

export type ToWorker = { type: 'arm'; point: WorkerPoint } | { type: 'go' } | { type: 'drain' }
export type FromWorker =
  | { type: 'ready' }
  | { type: 'reached'; point: WorkerPoint }
  | { type: 'sandbox'; job: string; pid: number }
