import type { Dirent } from 'node:fs'
import { access, constants, lstat, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { bytes, uploadLimits } from '@cresyl/contract/api/limits'
import { errorCode } from '../../platform/file-error.ts'
import { storableTime } from '../../platform/sources/foreign-file.ts'

/** A slide's file where it lies, as it was when it was looked at. */
export interface FoundFile {
  /** Absolute, without symbolic links. */
  path: string
  name: string
  /** The extension, in lower case. */
  mediaType: string
  size: number
  modifiedAt: Date
}

export interface LeftOut {
  path: string
  /** In words that go after the path. */
  reason: string
}

export interface Looking {
  /** Also in the folders below; true unless given. */
  recursive?: boolean
  signal?: AbortSignal
  leaveOut?: (left: LeftOut) => void
}

const { minFileSize, maxFileSize } = uploadLimits

export const reasons = {
  hidden: 'is hidden',
  system: 'belongs to the storage system',
  unfinishedName: 'has the name of something that is still being copied',
  extension: `has none of the extensions ${uploadLimits.extensions.join(', ')}`,
  tooSmall: `is smaller than ${minFileSize / bytes.KB} KB`,
  tooLarge: `is larger than ${maxFileSize / bytes.GB} GB`,
  outside: 'is a link that leads out of the folder',
  inside: 'is a link to something in this folder, which is registered there',
  broken: 'is a link that leads nowhere',
  notAFile: 'is not a regular file',
  gone: 'no longer exists, or its name is not in UTF-8',
  unreadable: 'may not be read by this user',
  changing: 'is still being written',
} as const

/** What network storage and desktops keep in a folder for themselves: thumbnails, and slides that were deleted. */
const foldersOfSystems = new Set([
  '@eadir',
  '#recycle',
  '#snapshot',
  '~snapshot',
  '$recycle.bin',
  'system volume information',
  'lost+found',
])
const unfinishedName = /(\.(part|partial|tmp|temp|filepart|crdownload|download)|~)$/i
const longestExtensionFirst = [...uploadLimits.extensions].sort((a, b) => b.length - a.length)

/**
 * The files in a folder that can be slides, one after the other: network storage that hangs then holds up one thread
 * of this process, not all of them. Nothing is opened. Links are not followed: what lies in the folder is found
 * without them.
 */
export async function* findImportable(folder: string, looking: Looking = {}): AsyncGenerator<FoundFile> {
  const { recursive = true, signal, leaveOut = () => {} } = looking
  const root = await realpath(folder)
  const folders = [root]
  for (let inside = folders.pop(); inside !== undefined; inside = folders.pop()) {
    const below: string[] = []
    for (const entry of await listFolder(inside, inside === root, leaveOut)) {
      signal?.throwIfAborted()
      const path = join(inside, entry.name)
      const reason =
        refusalOf(entry) ?? (entry.isSymbolicLink() ? await refusalOfLink(root, path) : undefined)
      if (reason !== undefined) leaveOut({ path, reason })
      else if (entry.isDirectory()) below.push(path)
      else {
        const found = await lookAt(path)
        if ('reason' in found) leaveOut(found)
        else yield found
      }
    }
    if (recursive) folders.push(...below.reverse())
  }
}

/** The file as it is now, or why it is not for us. */
async function lookAt(path: string): Promise<FoundFile | LeftOut> {
  const name = path.slice(path.lastIndexOf(sep) + 1)
  const mediaType = slideExtensionOf(name)
  if (mediaType === undefined) {
    return { path, reason: unfinishedName.test(name) ? reasons.unfinishedName : reasons.extension }
  }
  const found = await lstat(path).catch((error) => {
    if (isOfThePlace(error)) return null
    throw error
  })
  if (found === null) return { path, reason: reasons.gone }
  if (!found.isFile()) return { path, reason: reasons.notAFile }
  const { size } = found
  if (size < minFileSize) return { path, reason: reasons.tooSmall }
  if (size > maxFileSize) return { path, reason: reasons.tooLarge }
  return { path, name, mediaType, size, modifiedAt: storableTime(found.mtime) }
}

/** Those of the paths that are still for us, as they are now. */
export async function* lookAgain(
  paths: Iterable<string>,
  { signal, leaveOut = () => {} }: Looking = {},
): AsyncGenerator<FoundFile> {
  for (const path of paths) {
    signal?.throwIfAborted()
    const found = await lookAt(path)
    if ('reason' in found) leaveOut(found)
    else yield found
  }
}

export function isReadable({ path }: FoundFile): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

export function isSame(one: FoundFile, other: FoundFile): boolean {
  return one.size === other.size && one.modifiedAt.getTime() === other.modifiedAt.getTime()
}

/** Unlike that of an upload, what stands before it may have dots: `S24.123 A.ome.tiff` is an `ome.tiff`. */
function slideExtensionOf(name: string): string | undefined {
  const lower = name.toLowerCase()
  return longestExtensionFirst.find((extension) => lower.endsWith(`.${extension}`))
}

function refusalOf(entry: Dirent): string | undefined {
  if (entry.name.startsWith('.')) return reasons.hidden
  if (entry.isDirectory() && foldersOfSystems.has(entry.name.toLowerCase())) return reasons.system
  return undefined
}

async function refusalOfLink(root: string, path: string): Promise<string> {
  const leadsTo = await realpath(path).catch(() => null)
  if (leadsTo === null) return reasons.broken
  return `${leadsTo}${sep}`.startsWith(`${root}${sep}`) ? reasons.inside : reasons.outside
}

async function listFolder(
  folder: string,
  isRoot: boolean,
  leaveOut: (left: LeftOut) => void,
): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isRoot || !isOfThePlace(error)) throw error
    leaveOut({
      path: folder,
      reason: errorCode(error) === 'EACCES' ? reasons.unreadable : reasons.gone,
    })
    return []
  }
}

/** Says something about this place only, as opposed to storage that answers nothing. */
function isOfThePlace(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG'].includes(errorCode(error) ?? '')
}
