import { messages } from '@cresyl/contract/api/messages'
import { CallError, isWorthRetrying } from '../../lib/api/call-error.ts'
import type { UploadApi } from './upload-api.ts'
import { failureOf } from './upload-error.ts'

export interface GiveUpTools {
  api: Pick<UploadApi, 'abort' | 'setState'>
  /** Ends the waiting for a server that is away. */
  leaving: AbortSignal
  /** What went wrong while tidying up changes nothing for the person. */
  warn(message: string, cause: unknown): void
}

/** How the server is told that an upload ended. */
export interface Ending {
  state: 'failed' | 'aborted'
  message: string
}

/**
 * `stored`: it was complete before it could be given up. `gone`: there is no such file, or not for this person.
 * `refused`: this person may not end it. `open`: the server could not be told, which may go better another time.
 */
export type Aftermath = 'ended' | 'stored' | 'gone' | 'refused' | 'open'

/** Nobody goes on with what was sent so far: its parts are removed, and the file says why. */
export async function giveUp(
  fileId: string,
  { state, message }: Ending,
  { api, leaving, warn }: GiveUpTools,
): Promise<Aftermath> {
  const reached = await api.abort(fileId, leaving).catch((error: unknown) => {
    warn(messages.upload.cleanupFailed(failureOf(error).message), error)
  })
  if (reached === 'stored') return 'stored'
  try {
    // Saying so closes what is open, too, where it could not be given up before.
    await api.setState(fileId, state, message, leaving)
    return 'ended'
  } catch (error) {
    warn(stateNotUpdated, error)
    return aftermathOf(error)
  }
}

export const stateNotUpdated = 'The state of a file could not be updated'

function aftermathOf(error: unknown): Aftermath {
  if (!(error instanceof CallError) || isWorthRetrying(error)) return 'open'
  if (error.status === 404) return 'gone'
  // It has ended already.
  return error.status === 409 ? 'ended' : 'refused'
}
