import { addAbortSignal } from 'node:stream'
import { ApiError } from '@cresyl/contract/api/errors'
import { chunkSizeFor } from '@cresyl/contract/files/uploads'
import { SlideError } from '@cresyl/slides'
import type { FileRow } from '../../domain/files/view.ts'
import { createContentHash } from '../../domain/storage/content-hash.ts'
import type { Context } from '../../platform/context.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { openForeignFile } from '../../platform/sources/foreign-file.ts'

const readAtOnce = 1024 * 1024

export interface FileHashes {
  /** As an upload in parts has it: SHA-256 over the SHA-256 of each part of the table. */
  hash: Buffer
  /** Of the whole file. */
  sha256: Buffer
}

export async function hashFile(
  { storage }: Pick<Context, 'storage'>,
  file: FileRow,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<FileHashes> {
  const parts = file.hash === null ? createContentHash(chunkSizeFor(file.size)) : undefined
  const whole = createContentHash(null)
  let done = 0
  try {
    const chunks = file.origin === 'import' ? readForeign(file, signal) : readStored(storage, file, signal)
    for await (const chunk of chunks) {
      parts?.update(chunk)
      whole.update(chunk)
      done += chunk.length
      progress(done, file.size)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error, file)
  }
  if (done !== file.size) throw explain(new Error(`${done} bytes of ${file.size} were read`), file)
  return { hash: parts?.digest() ?? (file.hash as Buffer), sha256: whole.digest() }
}

async function* readStored(
  storage: Context['storage'],
  file: FileRow,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { body } = await storage.get(file)
  yield* addAbortSignal(signal, body)
}

/** Every read tells if it has changed since it was looked at: there is no hash of some of both. */
async function* readForeign(
  { path, size, modifiedAt }: FileRow,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const source = await openForeignFile(path, { size, modifiedAt: modifiedAt?.getTime() })
  try {
    for (let at = 0; at < size; at += readAtOnce) {
      const bytes = await source.read(at, Math.min(readAtOnce, size - at), signal)
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
  } finally {
    await source.close()
  }
}

/** The slide is there all the same. */
function explain(error: unknown, { origin }: FileRow): JobFailure {
  if (error instanceof ApiError && error.code === 'not_found') {
    return new JobFailure(
      'The slide can no longer be opened: its file is missing from storage. Restore it from a backup.',
      { cause: error },
    )
  }
  const why =
    origin === 'import' && error instanceof SlideError
      ? `${error.structure} ${error.reason}. Check that its folder can be reached and that nothing writes to the file, then read it again.`
      : 'the file could not be read to its end. Check that its disk or storage can be reached, then try again.'
  return new JobFailure(
    `The slide is ready, but the SHA-256 of its file could not be computed, because ${why}`,
    {
      cause: error,
      retry: true,
    },
  )
}
