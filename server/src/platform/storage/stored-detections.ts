import { buffer } from 'node:stream/consumers'
import { type Detections, openDetections } from '@cresyl/analysis'
import type { ObjectKey, Storage } from './storage.ts'

/** Indexes that are kept open: a file of detections never changes. */
const mostOpen = 50

const open = new Map<string, Promise<Detections>>()

/** Opens a file of detections in storage, or has it open still. */
export async function openStoredDetections(
  storage: Storage,
  { object, size }: { object: ObjectKey; size: number },
): Promise<Detections> {
  const name = `${object.organizationId}/${object.path}`
  const known = open.get(name)
  const opening =
    known ?? openDetections((offset, length) => readRange(storage, object, offset, length), size)
  // The one used last goes last.
  open.delete(name)
  open.set(name, opening)
  const [oldest] = open.keys()
  if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
  try {
    return await opening
  } catch (error) {
    open.delete(name)
    throw error
  }
}

async function readRange(
  storage: Storage,
  key: ObjectKey,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const { body } = await storage.get(key, { offset, length })
  return buffer(body)
}
