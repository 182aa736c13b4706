import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@cresyl/contract/errors'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import type { UploadReference } from '../../platform/storage/storage.ts'

export interface FilePart {
  path: string
  number: number
  offset: number
  length: number
}

/** Sends a part of a file of this machine as a browser does; the disk is written to without asking a server. */
export async function sendPart(
  storage: AnyStorage,
  upload: UploadReference,
  { path, number, offset, length }: FilePart,
): Promise<string> {
  const body = createReadStream(path, { start: offset, end: offset + length - 1 })
  if (storage.kind === 'disk') return storage.receivePart({ ...upload, number }, length, body)
  const address = await storage.uploads.partUrl(upload, number)
  // Whole, because a bucket wants to know its length beforehand.
  const reply = await fetch(address, { method: 'PUT', body: new Uint8Array(await buffer(body)) })
  const etag = reply.headers.get('etag')
  if (!reply.ok || etag === null) {
    throw new ApiError('unavailable', { detail: 'The storage did not take a part of a slide. Try again.' })
  }
  return etag
}
