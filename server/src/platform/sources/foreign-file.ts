import { lstat, realpath } from 'node:fs/promises'
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

/**
 * Opens it if it is still what was found, and reads of it only as long as it is: else parts of it would be taken for
 * others, a label for a thumbnail, or tiles of one scan be shown beside those of another.
 */
export async function openForeignFile(path: string, found: FoundBytes): Promise<Source> {
  const source = await openFileSource(path)
  const { name, size, givesAway } = source
  const changed = () => new SlideError('unreadable', name, 'has changed since it was looked at')
  try {
    // Looked at once it is open: what was put in its place before that shows.
    const now = await lookAtForeign(path)
    if (now === undefined) throw new SlideError('unreadable', name, 'is no longer a regular file')
    const modifiedAt = now.modifiedAt.getTime()
    const { size: wanted = size, modifiedAt: since = modifiedAt } = found
    if (size !== wanted || now.size !== wanted || modifiedAt !== since) throw changed()
    const isAsItWas = async () => {
      const later = await lstat(path)
      return later.size === size && storableTime(later.mtime).getTime() === modifiedAt
    }
    // Looked at after reading too: what was written over it before that shows.
    const read: Source['read'] = async (...range) => {
      const reading = source.read(...range)
      await reading.catch(() => {})
      if (!(await isAsItWas().catch(() => false))) throw changed()
      return reading
    }
    return { name, size, givesAway, read, close: () => source.close() }
  } catch (error) {
    await source.close()
    if (error instanceof SlideError) throw error
    throw new SlideError('unreadable', name, 'no longer exists', { cause: error })
  }
}

const lastStorable = Date.UTC(9999, 11, 31)

/** Network storage can say anything; the database takes years with four digits. */
export function storableTime(time: Date): Date {
  const milliseconds = time.getTime()
  return new Date(Math.min(lastStorable, Math.max(0, Number.isNaN(milliseconds) ? 0 : milliseconds)))
}
