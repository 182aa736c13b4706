import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { chunkCountFor, chunkSizeFor } from '@cresyl/contract/files/uploads'
import type { UploadFiles } from './upload-files.ts'

export interface MarkedFile {
  path: string
  name: string
  size: number
  /** What the server must find, if all of it has arrived in order. */
  hash: string
}

/** A file that takes no room, and each of whose parts begins with its number: none can be taken for another. */
export async function makeMarked(files: UploadFiles, name: string, size: number): Promise<MarkedFile> {
  const path = await files.sparse(name, size)
  const partSize = chunkSizeFor(size)
  const whole = createHash('sha256')
  const file = await open(path, 'r+')
  for (let at = 0; at < chunkCountFor(size); at += 1) {
    const part = Buffer.alloc(Math.min(partSize, size - at * partSize))
    part.writeUInt32LE(at + 1)
    await file.write(part, 0, 4, at * partSize)
    whole.update(createHash('sha256').update(part).digest())
  }
  await file.close()
  return { path, name, size, hash: whole.digest('hex') }
}
