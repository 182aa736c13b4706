import { uploadLimits } from '@cresyl/contract/api/limits'
import { CallError, isWorthRetrying } from '../../lib/api/call-error.ts'
import type { Clock } from '../clock.ts'
import { awayStatuses, type Connection } from './connection.ts'
import { unlessAborted } from './unless-aborted.ts'
import type { UploadApi } from './upload-api.ts'

/** A connection that is gone without a word would be waited for as long as the system likes. */
const patience = 60_000
/** To put 40 GB together may take a bucket a while. */
const patienceToComplete = 5 * 60_000

/**
 * The same calls, made again until they are answered: after the connection was lost, as soon as it is back; after a
 * fault of the server, three times. What is asked once too often changes nothing at the server. A call that is under
 * way ends by itself even when the upload is given up: only so it is known what is to be tidied up.
 */
export function createSteadyApi(api: UploadApi, connection: Connection, clock: Clock): UploadApi {
  const steadily = async <Reply>(
    given: AbortSignal,
    call: (signal: AbortSignal) => Promise<Reply>,
    milliseconds = patience,
  ): Promise<Reply> => {
    const delays = [...uploadLimits.chunkRetryDelays]
    for (;;) {
      given.throwIfAborted()
      try {
        return await patiently(clock, milliseconds, call)
      } catch (error) {
        if (isSignedOut(error)) return untilLeft(given)
        if (!isWorthRetrying(error)) throw error
        if (isAway(error) && (await connection.check(given))) continue
        const delay = delays.shift()
        if (delay === undefined) throw error
        await clock.wait(delay, given)
      }
    }
  }
  return {
    create: (file, key, given) => steadily(given, (signal) => api.create(file, key, signal)),
    begin: (fileId, given) => steadily(given, (signal) => api.begin(fileId, signal)),
    // A part has retries of its own, and nothing is lost when its address comes too late.
    partUrl: (fileId, partNumber, given) =>
      patiently(clock, patience, (signal) =>
        api.partUrl(fileId, partNumber, AbortSignal.any([given, signal])),
      ).catch((error: unknown) => {
        if (isSignedOut(error)) return untilLeft(given)
        throw error
      }),
    complete: (fileId, parts, given) =>
      steadily(given, (signal) => api.complete(fileId, parts, signal), patienceToComplete),
    abort: (fileId, given) => steadily(given, (signal) => api.abort(fileId, signal)),
    setState: (fileId, state, message, given) =>
      steadily(given, (signal) => api.setState(fileId, state, message, signal)),
  }
}

/** Ends a call that takes too long, as one that nobody answered. */
async function patiently<Reply>(
  clock: Clock,
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const tired = new AbortController()
  const answered = new AbortController()
  clock.wait(milliseconds, answered.signal).then(
    () =>
      tired.abort(new CallError({ status: 0, code: 'unreachable', message: 'The server does not answer.' })),
    () => undefined,
  )
  try {
    return await call(tired.signal)
  } catch (error) {
    throw tired.signal.aborted ? tired.signal.reason : error
  } finally {
    answered.abort()
  }
}

/** The session is over, and with it this page: what is under way has not failed, it is about to be interrupted. */
function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

function untilLeft(given: AbortSignal): Promise<never> {
  return unlessAborted(new Promise<never>(() => undefined), given)
}

function isAway(error: unknown): boolean {
  return error instanceof CallError && awayStatuses.includes(error.status)
}
