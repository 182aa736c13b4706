import { isId } from '../id.ts'
import type { ObjectKey } from './storage.ts'

/** No segment starts with a dot, so that none is `.` or `..`. */
const segments = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})*$/
/** What the platform keeps about an organisation is not taken from its quota, and has room when that is used up. */
const uncountedFolder = 'audit'
/** S3 takes 1024 bytes. */
const longestPath = 900

export function isObjectPath(path: string): boolean {
  return path.length <= longestPath && segments.test(path)
}

/** The name under which storage knows the object. Keys are made by us: a bad one is a fault in the code. */
export function objectName({ organizationId, path }: ObjectKey): string {
  if (!isId(organizationId)) throw new Error(`${organizationId} is not the id of an organisation`)
  if (!isObjectPath(path)) throw new Error(`${path} is not a path in storage`)
  return `${organizationId}/${path}`
}

export function folderName(organizationId: string, folder: string): string {
  return folder === ''
    ? objectName({ organizationId, path: '_' }).slice(0, -2)
    : objectName({ organizationId, path: folder })
}

export function isCounted({ path }: ObjectKey): boolean {
  return !path.startsWith(`${uncountedFolder}/`)
}
