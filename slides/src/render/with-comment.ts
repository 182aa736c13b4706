import { crc32 } from 'node:zlib'

interface EncodedPicture {
  readonly mime: string
  readonly bytes: Uint8Array
}

/** Writes a sentence in ASCII into a PNG (tEXt "Description") or JPEG (COM); WebP has no place for one. */
export function withComment(image: EncodedPicture, text: string): EncodedPicture {
  const { mime, bytes } = image
  const plain = Buffer.from(text.replace(/[^\x20-\x7e]/g, '?'))
  if (mime === 'image/png') return { mime, bytes: insert(bytes, pngHeaderEnd, textChunk(plain)) }
  if (mime === 'image/jpeg') return { mime, bytes: insert(bytes, endOfMarkers(bytes), comment(plain)) }
  return image
}

const pngHeaderEnd = 8 + 25

function insert(bytes: Uint8Array, at: number, part: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]))
}

function textChunk(text: Buffer): Uint8Array {
  const content = Buffer.concat([Buffer.from('tEXtDescription\0', 'latin1'), text])
  const chunk = Buffer.alloc(4 + content.length + 4)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), 4 + content.length)
  return chunk
}

/** Behind the application segments, of which the first has to be the first. */
function endOfMarkers(jpeg: Uint8Array): number {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  let at = 2
  while (at + 4 <= jpeg.length && (view.getUint16(at) & 0xfff0) === 0xffe0) at += 2 + view.getUint16(at + 2)
  return at
}

function comment(text: Buffer): Uint8Array {
  const segment = Buffer.alloc(4)
  segment.writeUInt16BE(0xfffe, 0)
  segment.writeUInt16BE(2 + text.length, 2)
  return Buffer.concat([segment, text])
}
