import { ApiError, type ErrorCode } from '@cresyl/contract/api/errors'
import type { Context } from '../../platform/context.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { inOnePiece } from '../../platform/storage/in-one-piece.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import type { Preparation } from './preparation.ts'

/** Room may be made, and storage may come back. A quota is for people to change. */
const passing: readonly ErrorCode[] = ['storage_full', 'unavailable']

/** Puts into storage what was made of a file; what storage refuses is a sentence for people. */
export async function keepObject(
  { storage }: Pick<Context, 'storage'>,
  key: ObjectKey,
  /** Bytes, or the path of a file, which storage may take away. */
  content: Uint8Array | string,
  signal: AbortSignal,
): Promise<{ size: number }> {
  signal.throwIfAborted()
  try {
    if (typeof content === 'string') return await storage.putFile(key, content, signal)
    return await storage.put(key, inOnePiece(content), { size: content.length })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ApiError)) throw error
    const sentence = `The images made from this file could not be stored. ${error.message}`
    throw new JobFailure(sentence, { cause: error, retry: passing.includes(error.code) })
  }
}

/**
 * Where what an attempt makes of an image is stored. Each has a folder of its own: what is shown is never written
 * over, and the path alone tells one making of it from the next.
 */
export const madePath = (
  { job }: { readonly job: Pick<Preparation['job'], 'id' | 'attempt'> },
  imageId: string,
  name: string,
): string => `images/${imageId}/${job.id}_${job.attempt}/${name}`
