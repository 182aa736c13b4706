import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** Pieces from the network are small: so many bytes are written with one call. */
const batchBytes = 1024 * 1024

export interface Written {
  size: number
  /** SHA-256. */
  hash: Buffer
}

/**
 * Writes the bytes at the position as they arrive and hashes them on the way. Never more than `limit`: what comes
 * after it in the file is another's.
 */
export async function writeAt(
  file: FileHandle,
  position: number,
  body: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Written> {
  const hash = createHash('sha256')
  let batch: Uint8Array[] = []
  let waiting = 0
  let size = 0
  const flush = async () => {
    await writeWhole(file, batch, position + size - waiting)
    batch = []
    waiting = 0
  }
  for await (const piece of body) {
    if (size + piece.length > limit) throw new Error('More arrived than was announced.')
    hash.update(piece)
    batch.push(piece)
    size += piece.length
    waiting += piece.length
    if (waiting >= batchBytes) await flush()
  }
  if (waiting > 0) await flush()
  return { size, hash: hash.digest() }
}

/** A nearly full disk takes a part of what it is given before it refuses the rest. */
async function writeWhole(file: FileHandle, pieces: Uint8Array[], position: number): Promise<void> {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let { bytesWritten: written } = await file.writev(pieces, position)
  if (written === total) return
  const whole = Buffer.concat(pieces)
  while (written < total) {
    const { bytesWritten } = await file.write(whole, written, total - written, position + written)
    written += bytesWritten
  }
}
