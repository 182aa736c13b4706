import { constants, type FileHandle, open } from 'node:fs/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import { errorCode } from '../../file-error.ts'
import { clipRange } from '../byte-range.ts'
import type { ByteRange, ObjectContent } from '../storage.ts'
import { isMissing } from './disk-errors.ts'

/** Neither leads elsewhere nor waits for whoever writes to a pipe. Windows has none of these. */
const asFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A file, or a stretch of it, as a stream that closes it. Links are not followed. */
export async function openContent(path: string, range?: ByteRange): Promise<ObjectContent> {
  const file = await open(path, asFile).catch((error) => {
    throw isMissing(error) || errorCode(error) === 'ELOOP' ? new ApiError('not_found') : error
  })
  try {
    return await readContent(file, range)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readContent(file: FileHandle, range?: ByteRange): Promise<ObjectContent> {
  const found = await file.stat()
  if (!found.isFile()) throw new ApiError('not_found')
  const { offset, length } = clipRange(found.size, range)
  // An empty file has no last byte; reading to its first ends at once.
  const end = Math.max(0, offset + length - 1)
  const body = file.createReadStream({ start: offset, end, highWaterMark: 256 * 1024 })
  return { size: found.size, offset, length, body }
}
