import { isObjectPath, objectName } from '../object-key.ts'
import type { ObjectKey } from '../storage.ts'

/** The addresses of the disk driver, all below one folder, on the upload origin. */
export const storagePrefix = '/storage/'

export function partAddress(uploadId: string, partNumber: number): string {
  return `${storagePrefix}uploads/${uploadId}/parts/${partNumber}`
}

export function objectAddress(key: ObjectKey): string {
  return `${storagePrefix}objects/${objectName(key)}`
}

/** The key in what follows `objects/`. */
export function keyOfAddress(name: string): ObjectKey | undefined {
  const slash = name.indexOf('/')
  const path = name.slice(slash + 1)
  return slash > 0 && isObjectPath(path) ? { organizationId: name.slice(0, slash), path } : undefined
}
