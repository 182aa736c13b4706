import { statfs } from 'node:fs/promises'
import { errorCode, isDiskFull } from '../../platform/file-error.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { NoRoom } from '../../platform/queue/no-room.ts'

/** What failed for want of room in a folder, itself or by its cause, as a sentence for people; anything else as it is. */
export function explainNoRoom(folder: string, error: unknown): unknown {
  if (error instanceof JobFailure) return error
  if (isDiskFull(error)) return explainUnusable(folder, error)
  const cause = error instanceof Error ? error.cause : undefined
  return isDiskFull(cause) ? explainUnusable(folder, cause) : error
}

/** Why a folder can't be used, as a sentence for people; what is no error of the system, as it is. */
export function explainUnusable(folder: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  const sentence = `This needs space in the folder ${folder} of the server, but the folder cannot be used:`
  if (isDiskFull(error)) {
    return new NoRoom(`${sentence} its disk is full. It continues automatically once there is space.`, {
      cause: error,
    })
  }
  return new JobFailure(
    `${sentence} the system says ${code}. Ask your system administrator to check it, then try again.`,
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
  throw new NoRoom(
    `There is not enough space: this may take ${gigabytes(bytes)}, and the disk of the server's cache has ${gigabytes(free)} to spare. It continues automatically once there is space.`,
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
