import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../private-file.ts'
import { objectName } from '../object-key.ts'
import type { ObjectKey } from '../storage.ts'

export interface DiskFolders {
  root: string
  objects: string
  /** One file an upload, as large as it will be; beside it, parts that are sent a second time. */
  uploads: string
  /** What is being written and has no name yet. */
  drafts: string
  /** Locks of the processes that write. */
  writers: string
}

export async function makeFolders(root: string): Promise<DiskFolders> {
  const folders = {
    root,
    objects: join(root, 'objects'),
    uploads: join(root, 'uploads'),
    drafts: join(root, 'drafts'),
    writers: join(root, 'writers'),
  }
  for (const folder of Object.values(folders)) await makeLastingFolder(folder)
  return folders
}

/** A folder that is still there after a power cut, and those above it that had to be made. */
export async function makeLastingFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = dirname(first)
  for (let each = dirname(folder); each.length >= top.length; each = dirname(each)) {
    await syncFolder(each)
    if (each === top) break
  }
}

export function objectFile(folders: Pick<DiskFolders, 'objects'>, key: ObjectKey): string {
  return join(folders.objects, objectName(key))
}

export function uploadFile(folders: DiskFolders, uploadId: string): string {
  return join(folders.uploads, uploadId)
}

/** Where a part waits that was stored before: it stays valid until the new one is whole. */
export function secondFile(
  folders: DiskFolders,
  uploadId: string,
  number: number,
  generation: number,
): string {
  return join(folders.uploads, `${uploadId}.${number}.${generation}`)
}

export function uploadOfFile(name: string): string {
  return name.split('.')[0] ?? name
}
