/**
 * Why a handler is told to stop. `taken_over`: the attempt is not this worker's any more, and nothing that it still
 * writes is kept.
 */
export type AbortReason = 'cancelled' | 'timed_out' | 'draining' | 'taken_over'

const sentences: Record<AbortReason, string> = {
  cancelled: 'The job was cancelled.',
  timed_out: 'The job took too long.',
  draining: 'The worker is shutting down.',
  taken_over: 'The job was taken over by another worker.',
}

/** The reason of a job's signal. */
export class JobAborted extends Error {
  readonly reason: AbortReason

  constructor(reason: AbortReason) {
    super(sentences[reason])
    this.name = 'AbortError'
    this.reason = reason
  }
}
