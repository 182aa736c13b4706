import { statfs } from 'node:fs/promises'
import { errorCode } from '../platform/file-error.ts'
import { JobFailure } from '../platform/queue/job-handler.ts'

const isFull = (code: string | undefined) => code === 'ENOSPC' || code === 'EDQUOT'

/** What failed for want of room in a folder, itself or by its cause, as a sentence for people; anything else as it is. */
export function explainNoRoom(folder: string, error: unknown): unknown {
  if (error instanceof JobFailure) return error
  if (isFull(errorCode(error))) return explainUnusable(folder, error)
  const cause = error instanceof Error ? error.cause : undefined
  return isFull(errorCode(cause)) ? explainUnusable(folder, cause) : error
}

/** Why a folder can't be used, as a sentence for people; what is no error of the system, as it is. */
export function explainUnusable(folder: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  const full = isFull(code)
  const why = full ? 'its disk is full' : `the system says ${code}`
  return new JobFailure(
    `This needs room in the folder ${folder} of the server, but it cannot be used: ${why}. Ask whoever runs this server to see to it, then try again.`,
    { cause: error, retry: true },
  )
}

/** Left to everything else that needs the disk. */
const keptFreeBytes = 512 * 1024 * 1024

/** Refuses to begin what has no room; some may be made without anyone's asking. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.max(0, bavail * bsize - keptFreeBytes)
  if (bytes <= free) return
  throw new JobFailure(
    `There is no room to make this: it may take ${gigabytes(bytes)}, and the disk of the server's cache has ${gigabytes(free)} to spare. Ask whoever runs this server to free some, then try again.`,
    { retry: true },
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
