import { messages } from '@cresyl/contract/api/messages'
import { CallError } from '../../lib/api/call-error.ts'

/** What ended an upload, or a part of it, in words for the person. */
export class UploadError extends Error {
  override readonly name: string = 'UploadError'
}

/** No other part would fare better: the whole upload ends with this. */
export class FinalError extends UploadError {
  override readonly name = 'FinalError'
}

/** A part that did not arrive. */
export class PartError extends UploadError {
  override readonly name = 'PartError'
  /** 0: no answer arrived; null: nothing was asked. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

export interface Failure {
  message: string
  /** What lies behind the message, where more is known; else ''. */
  reason: string
}

/** What was not foreseen is no sentence for people: it becomes the reason of the usual one. */
export function failureOf(error: unknown): Failure {
  const sentences = [...new Set(chainOf(error))]
  const isForeseen = error instanceof UploadError || error instanceof CallError
  const message = (isForeseen && sentences.shift()) || messages.upload.failed
  return { message, reason: sentences.join(': ') }
}

/** What it says, and what its causes say; the cause of a call that failed is for developers. */
function chainOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const behind = error instanceof CallError ? [] : chainOf(error.cause)
  return error.message === '' ? behind : [error.message, ...behind]
}
