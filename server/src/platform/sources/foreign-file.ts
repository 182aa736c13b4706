import { lstat, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { openFileSource, SlideError, type Source } from '@cresyl/slides'

/** What a file that isn't ours was when it was looked at. */
export interface FoundBytes {
  readonly size?: number | undefined
  /** Milliseconds since 1970. */
  readonly modifiedAt?: number | undefined
}

/**
 * The file at a path without symbolic links, not following any: whoever may write to its folder could lead us to
 * files of the server, or of others. Undefined where something else lies there by now.
 */
export async function lookAtForeign(path: string): Promise<{ size: number; modifiedAt: Date } | undefined> {
  const found = await lstat(path)
  if (!found.isFile() || (await realpath(path)) !== path) return undefined
  return { size: found.size, modifiedAt: storableTime(found.mtime) }
}

/** Opens it if it is still what was found: else parts of it would be taken for others, a label for a thumbnail. */
export async function openForeignFile(path: string, found: FoundBytes): Promise<Source> {
  const source = await openFileSource(path)
  try {
    // Looked at once it is open: what was put in its place before that shows.
    const now = await lookAtForeign(path)
    if (now === undefined)
      throw new SlideError('unreadable', basename(path), 'is not a regular file any more')
    const { size = source.size, modifiedAt = now.modifiedAt.getTime() } = found
    if (source.size !== size || now.size !== size || now.modifiedAt.getTime() !== modifiedAt) {
      throw new SlideError('unreadable', basename(path), 'has changed since it was looked at')
    }
    return source
  } catch (error) {
    await source.close()
    if (error instanceof SlideError) throw error
    throw new SlideError('unreadable', basename(path), 'is not there any more', { cause: error })
  }
}

const lastStorable = Date.UTC(9999, 11, 31)

/** Network storage can say anything; the database takes years with four digits. */
export function storableTime(time: Date): Date {
  const milliseconds = time.getTime()
  return new Date(Math.min(lastStorable, Math.max(0, Number.isNaN(milliseconds) ? 0 : milliseconds)))
}
