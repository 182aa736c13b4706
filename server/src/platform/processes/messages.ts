import type { MetricSnapshot, ProcessSnapshot } from '../metrics/snapshot.ts'

/** What the supervisor says to a process that it started. */
export type SupervisorMessage =
  | { type: 'start'; databaseUrl: string }
  | { type: 'stop' }
  | { type: 'metrics'; id: string }
  | { type: 'all-metrics'; id: string; processes: ProcessSnapshot[] }

/** What such a process says to the supervisor. */
export type ChildMessage =
  | { type: 'ready' }
  /** It could not start, for the reason in the sentence. */
  | { type: 'failed'; message: string }
  /** It was asked to stop, by whomever, and its end is no accident. */
  | { type: 'stopping' }
  | { type: 'metrics'; id: string; metrics: MetricSnapshot[] }
  | { type: 'all-metrics'; id: string }
