/** Memory that stored tiles are read into, one after the other. */
export interface TileBytes {
  take(length: number): Uint8Array
  /** They have been sent: the next tile may be read into them. Others are left alone. */
  giveBack(bytes: Uint8Array): void
}

/** More than is read at once. */
const size = 128 * 1024

/**
 * Most tiles are read, handed to the system and done with in one go: memory of their own would cost each of them as
 * much as reading it. Whatever is not given back is never read into again.
 */
export function createTileBytes(): TileBytes {
  let memory = new ArrayBuffer(size)
  let isTaken = false
  return {
    take: (length) => {
      if (length > size) return new Uint8Array(length)
      if (isTaken) memory = new ArrayBuffer(size)
      isTaken = true
      return new Uint8Array(memory, 0, length)
    },
    giveBack: ({ buffer }) => {
      if (buffer === memory) isTaken = false
    },
  }
}
