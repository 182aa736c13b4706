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
 * after it in the file is another's. `onWritten` hears of each piece that is no longer needed.
 */
export async function writeAt(
  file: FileHandle,
  position: number,
  body: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
  onWritten: (piece: Uint8Array) => void = () => {},
): Promise<Written> {
  const hash = createHash('sha256')
  let batch: Uint8Array[] = []
  let waiting = 0
  let size = 0
  const flush = async () => {
    await writeWhole(file, batch, position + size - waiting)
    batch.forEach(onWritten)
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

/**
 * Gives the memory of a piece back at once, where nothing else is in it. Left to the garbage collector, the pieces of
 * an upload make it go through the whole heap every 50 MB, which costs more than all else that is done to them.
 */
export function freePiece({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
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
