import { CallError } from '../../../lib/api/call-error.ts'

/** An id that is unknown, another organisation's, or no id at all: to the person they are the same. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
