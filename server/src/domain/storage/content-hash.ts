import { createHash } from 'node:crypto'
import { treeHash } from '../../platform/storage/part-layout.ts'

export interface ContentHash {
  update(chunk: Buffer): void
  digest(): Buffer
}

/** The hash of an object as storage keeps it: of the content, or over the hashes of the parts it arrived in. */
export function createContentHash(partSize: number | null): ContentHash {
  if (partSize === null) {
    const hash = createHash('sha256')
    return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() }
  }
  const parts: Buffer[] = []
  let part = createHash('sha256')
  let room = partSize
  const endPart = () => {
    parts.push(part.digest())
    part = createHash('sha256')
    room = partSize
  }
  return {
    update: (chunk) => {
      for (let rest = chunk; rest.length > 0; ) {
        const piece = rest.subarray(0, room)
        part.update(piece)
        room -= piece.length
        rest = rest.subarray(piece.length)
        if (room === 0) endPart()
      }
    },
    digest: () => {
      if (room < partSize) endPart()
      return treeHash(parts)
    },
  }
}
