import { uploadLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { CallError, isWorthRetrying } from '../../lib/api/call-error.ts'
import { awayStatuses, type Connection } from './connection.ts'
import { canBeRead, unreadable } from './file-content.ts'
import { type StandingTools, takeTurn } from './part-line.ts'
import type { SentPart, UploadApi } from './upload-api.ts'
import { FinalError, PartError, UploadError } from './upload-error.ts'
import type { WorkerPool } from './worker-pool.ts'

export interface PartTools extends StandingTools {
  api: Pick<UploadApi, 'partUrl'>
  pool: WorkerPool
  connection: Connection
  /** So many bytes of a part have left; none when it begins anew. */
  onBytes(partNumber: number, bytes: number): void
  onSent(partNumber: number): void
  onFailed(partNumber: number): void
}

/**
 * Sends every part, several at once. A part that fails does not end the others; when all are through,
 * `{n} chunks failed` says how many.
 */
export async function sendParts(
  fileId: string,
  file: Blob,
  chunkSize: number,
  tools: PartTools,
): Promise<SentPart[]> {
  const total = Math.ceil(file.size / chunkSize)
  const numbers = Array.from({ length: total }, (_, index) => index + 1)
  const ending = new AbortController()
  const signal = AbortSignal.any([tools.signal, ending.signal])
  const sent: SentPart[] = []
  const failures: unknown[] = []
  const send = async (partNumber: number) => {
    const body = file.slice((partNumber - 1) * chunkSize, partNumber * chunkSize)
    try {
      const etag = await sendPart(fileId, partNumber, body, { ...tools, signal })
      signal.throwIfAborted()
      sent.push({ partNumber, etag })
      tools.onSent(partNumber)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
      tools.onFailed(partNumber)
      if (error instanceof FinalError) ending.abort(error)
    }
  }
  // They reject only when all is given up.
  await Promise.all(numbers.map(send)).catch(() => undefined)
  signal.throwIfAborted()
  if (failures.length > 0) {
    throw new UploadError(messages.upload.chunksFailed(failures.length), { cause: failures[0] })
  }
  if (sent.length === 0) throw new UploadError(messages.upload.noParts)
  return sent.sort((a, b) => a.partNumber - b.partNumber)
}

/** One try and three retries after 1, 2 and 4 seconds, each with an address of its own. */
async function sendPart(fileId: string, partNumber: number, body: Blob, tools: PartTools): Promise<string> {
  const { signal, onBytes } = tools
  const delays = [...uploadLimits.chunkRetryDelays]
  for (;;) {
    try {
      const etag = await tryPart(fileId, partNumber, body, tools)
      onBytes(partNumber, body.size)
      return etag
    } catch (error) {
      signal.throwIfAborted()
      onBytes(partNumber, 0)
      if (error instanceof FinalError) throw error
      if (!(await canBeRead(body))) throw new FinalError(unreadable)
      // What nobody was there to take is no try.
      if (awayStatuses.includes(statusOf(error)) && (await tools.connection.check(signal))) continue
      const delay = delays.shift()
      if (delay === undefined) throw error
      await tools.clock.wait(delay, signal)
    }
  }
}

async function tryPart(fileId: string, partNumber: number, body: Blob, tools: PartTools): Promise<string> {
  const { api, pool, signal, onBytes } = tools
  const { url, end } = await takeTurn(tools, () =>
    api.partUrl(fileId, partNumber, signal).catch((cause: unknown) => {
      const Failure = isWorthRetrying(cause) ? UploadError : FinalError
      throw new Failure(messages.upload.signedUrlFailed, { cause })
    }),
  )
  try {
    return await pool.send(url, body, { signal, onProgress: (bytes) => onBytes(partNumber, bytes) })
  } finally {
    end()
  }
}

/** Of the request that failed: for the part, or for its address. */
function statusOf(error: unknown): number {
  if (error instanceof PartError) return error.status ?? Number.NaN
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof CallError ? cause.status : Number.NaN
}
