import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { LogLevel } from '../db/schema/index.ts'
import type { Log } from '../log.ts'

/** What a handler gets: its work, and the ways to tell how far it is. */
export interface RunningJob<Payload = unknown> {
  readonly id: string
  /** Null for what the platform does for itself. */
  readonly organizationId: string | null
  readonly createdBy: string | null
  readonly kind: string
  readonly payload: Payload
  readonly attempt: number
  /** Aborted when the job is cancelled, takes too long, must move to another machine or has been taken over. */
  readonly signal: AbortSignal
  /** The server's own log, each line with the job and its trace. */
  readonly log: Log
  /** What it is doing now, in words for people. */
  stage(name: string): void
  /** How much of the whole is done; from it and the time it took comes the time it will be finished. */
  progress(done: number, total: number): void
  /** A line of the job's own log, for the people who wait for it. */
  say(text: string, level?: LogLevel): void
  /** So many pixels are read and written from here on: other organisations have their turns before the next of this one. */
  price(pixels: number): Promise<void>
  /**
   * A transaction that commits only if this attempt is still the one that counts: of the organisation, under
   * row-level security, or of the platform.
   */
  asOrganization<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface JobResult {
  /** What came of it, in a sentence. */
  message: string
  /** Written in the transaction that ends the job: both are kept, or neither. */
  commit?: (tx: Tx) => Promise<void>
  /** Once that is committed: removes what nobody needs any more. What it leaves must be found by others too. */
  afterwards?: () => Promise<void>
}

export type JobHandler<Payload = never> = (job: RunningJob<Payload>, context: Context) => Promise<JobResult>

/** Why a job failed, in a sentence for people: what, why, what to do. */
export class JobFailure extends Error {
  readonly retry: boolean

  constructor(
    sentence: string,
    options: ErrorOptions & { /** Trying again may help. */ retry?: boolean } = {},
  ) {
    super(sentence, options)
    this.retry = options.retry ?? false
  }
}
