import type { Belonging } from './upload-api.ts'

/**
 * `draft`: chosen, but not yet to be sent. `waiting`: its turn comes. `starting`: announced to the server. `finishing`:
 * all parts have arrived and are being put together.
 */
export const uploadStages = [
  'draft',
  'waiting',
  'starting',
  'sending',
  'finishing',
  'completed',
  'failed',
  'cancelled',
] as const
export type UploadStage = (typeof uploadStages)[number]

/** A file as the page shows it; replaced whenever something of it changes. */
export interface Upload extends Belonging {
  /** Of this row: a retry keeps it, though the server gives the file a new id. */
  readonly key: string
  readonly name: string
  /** As it is called on this machine. */
  readonly originalName: string
  /** The folder that it was dropped with, such as `scans/monday`; '' where it came by itself. */
  readonly folder: string
  readonly size: number
  /** Why it can't be uploaded like this. */
  readonly errors: readonly string[]
  readonly stage: UploadStage
  /** By the person; parts that were under way when they said so still arrive. */
  readonly paused: boolean
  /** Whether it waits for the server to be reachable again. */
  readonly disconnected: boolean
  readonly fileId: string | null
  readonly partCount: number
  readonly partsSent: number
  readonly partsFailed: number
  /** How many parts at once are worth it for a file of so many. */
  readonly recommendedConcurrency: number
  readonly bytesSent: number
  readonly bytesPerSecond: number
  readonly secondsLeft: number | null
  /** What came of it, in the words of the catalogue. */
  readonly message: string
  /** What lies behind that message, where more is known; else ''. */
  readonly reason: string
}

/** All files of the queue together. */
export interface UploadTotals {
  /** How many are in each stage. */
  readonly counts: Readonly<Record<UploadStage, number>>
  readonly paused: number
  /** Of what has been started and not given up. */
  readonly bytes: number
  readonly bytesSent: number
  /** Of those that failed: they count among all bytes, and none of theirs as sent. */
  readonly bytesFailed: number
  readonly bytesPerSecond: number
  readonly secondsLeft: number | null
  /** Whether something is under way or waits for its turn. */
  readonly busy: boolean
  readonly disconnected: boolean
}
