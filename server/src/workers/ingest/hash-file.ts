import { createReadStream } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { ApiError } from '@cresyl/contract/errors'
import { chunkSizeFor } from '@cresyl/contract/uploads'
import type { FileRow } from '../../domain/files/view.ts'
import { createContentHash } from '../../domain/storage/content-hash.ts'
import type { Context } from '../../platform/context.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'

const readAtOnce = 1024 * 1024

/** The hash that an upload in parts would have had: SHA-256 over the SHA-256 of each part of the table. */
export async function hashFile(
  { storage }: Pick<Context, 'storage'>,
  file: FileRow,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<Buffer> {
  const hash = createContentHash(chunkSizeFor(file.size))
  let done = 0
  try {
    for await (const chunk of addAbortSignal(signal, await openStream(storage, file))) {
      hash.update(chunk)
      done += chunk.length
      progress(done, file.size)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error)
  }
  if (done !== file.size) throw changed(file.size, done)
  return hash.digest()
}

async function openStream(storage: Context['storage'], file: FileRow): Promise<Readable> {
  if (file.origin === 'import') return createReadStream(file.path, { highWaterMark: readAtOnce })
  return (await storage.get(file)).body
}

/** The slide is there all the same. */
function explain(error: unknown): JobFailure {
  const isGone = error instanceof ApiError && error.code === 'not_found'
  return new JobFailure(
    isGone
      ? 'The slide can be opened no more: its file is not in storage any longer. Restore it from a backup.'
      : 'The slide is there, but the hash of its file could not be computed, because the file could not be read to its end. See that its disk or storage can be reached, then try it again.',
    { cause: error, retry: !isGone },
  )
}

const changed = (before: number, now: number) =>
  new JobFailure(
    `The slide is there, but its file has changed: it had ${before.toLocaleString('en')} bytes and has ${now.toLocaleString('en')} now. Have it read again once nobody writes to it any more.`,
  )
