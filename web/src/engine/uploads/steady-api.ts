import { uploadLimits } from '@cresyl/contract/limits'
import { CallError, isWorthRetrying } from '../../lib/api/call-error.ts'
import type { Clock } from './clock.ts'
import { awayStatuses, type Connection } from './connection.ts'
import type { UploadApi } from './upload-api.ts'

/**
 * The same calls, made again until they are answered: after the connection was lost, as soon as it is back; after a
 * fault of the server, three times. What is asked once too often changes nothing at the server. A call that is under
 * way ends by itself even when the upload is given up: only so it is known what is to be tidied up.
 */
export function createSteadyApi(api: UploadApi, connection: Connection, clock: Clock): UploadApi {
  const steadily = async <Reply>(signal: AbortSignal, call: () => Promise<Reply>): Promise<Reply> => {
    const delays = [...uploadLimits.chunkRetryDelays]
    for (;;) {
      signal.throwIfAborted()
      try {
        return await call()
      } catch (error) {
        if (!isWorthRetrying(error)) throw error
        if (isAway(error) && (await connection.check(signal))) continue
        const delay = delays.shift()
        if (delay === undefined) throw error
        await clock.wait(delay, signal)
      }
    }
  }
  return {
    create: (file, key, signal) => steadily(signal, () => api.create(file, key, signal)),
    begin: (fileId, signal) => steadily(signal, () => api.begin(fileId, signal)),
    // A part has retries of its own.
    partUrl: (fileId, partNumber, signal) => api.partUrl(fileId, partNumber, signal),
    complete: (fileId, parts, signal) => steadily(signal, () => api.complete(fileId, parts, signal)),
    abort: (fileId, signal) => steadily(signal, () => api.abort(fileId, signal)),
    setState: (fileId, state, message, signal) =>
      steadily(signal, () => api.setState(fileId, state, message, signal)),
  }
}

function isAway(error: unknown): boolean {
  return error instanceof CallError && awayStatuses.includes(error.status)
}
