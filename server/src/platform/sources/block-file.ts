import { crc32 } from 'node:zlib'

/** A block as it lies on disk: what it is of stands before it, so that no other file is taken for it. */
export interface Block {
  /** Of the version that it is of; '' where the server gave none. */
  readonly etag: string
  readonly bytes: Uint8Array
}

/** Which block it is. */
export interface BlockName {
  /** SHA-256 of the object's key. */
  readonly object: Buffer
  readonly index: number
}

const magic = 0x43425331 // CBS1
const longestEtag = 200
/** Magic, checksum, index, bytes, length of the ETag; then 32 bytes for the object, then the ETag. */
const fixedBytes = 20 + 32
export const mostHeaderBytes = fixedBytes + longestEtag

export function encodeBlock(name: BlockName, { etag, bytes }: Block): Buffer | null {
  const tag = Buffer.from(etag)
  if (tag.length > longestEtag) return null
  const file = Buffer.allocUnsafe(fixedBytes + tag.length + bytes.byteLength)
  file.writeUInt32BE(magic, 0)
  file.writeUInt32BE(name.index, 8)
  file.writeUInt32BE(bytes.byteLength, 12)
  file.writeUInt32BE(tag.length, 16)
  name.object.copy(file, 20)
  tag.copy(file, fixedBytes)
  file.set(bytes, fixedBytes + tag.length)
  file.writeUInt32BE(crc32(file.subarray(8)), 4)
  return file
}

/** Undefined where the file is torn, damaged, of another block or of another length. */
export function decodeBlock(name: BlockName, length: number, file: Buffer): Block | undefined {
  if (file.length < fixedBytes || file.readUInt32BE(0) !== magic) return
  const tagLength = file.readUInt32BE(16)
  if (file.readUInt32BE(8) !== name.index || file.readUInt32BE(12) !== length) return
  if (tagLength > longestEtag || file.length !== fixedBytes + tagLength + length) return
  if (!file.subarray(20, fixedBytes).equals(name.object)) return
  if (file.readUInt32BE(4) !== crc32(file.subarray(8))) return
  const etag = file.toString('utf8', fixedBytes, fixedBytes + tagLength)
  return { etag, bytes: file.subarray(fixedBytes + tagLength) }
}
