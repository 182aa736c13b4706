import { Readable } from 'node:stream'
import { crc32, createDeflate } from 'node:zlib'

export interface MaskPicture {
  width: number
  height: number
  /** Rows from the top, in bands; one byte a pixel. */
  bands: Iterable<Uint8Array>
  /** µm of a pixel; null where nobody knows. */
  mpp: { x: number; y: number } | null
  /** Said in the file. */
  description: string
}

/** A mask as PNG, grey of 8 bits, written while it is drawn: what waits is a band and what zlib holds. */
export async function* maskPng({
  width,
  height,
  bands,
  mpp,
  description,
}: MaskPicture): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  yield Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(mpp ? [chunk('pHYs', pixelsAMetre(mpp))] : []),
    // Compressed not, of UTF-8, without a language.
    chunk('iTXt', Buffer.from(`Description\0\0\0\0\0${description}`, 'utf8')),
  ])
  const packed = Readable.from(withFilters(bands, width)).pipe(createDeflate({ level: 6 }))
  for await (const part of packed) yield chunk('IDAT', part as Buffer)
  yield chunk('IEND', Buffer.alloc(0))
}

/** Each row begins with how it is to be read: as it is. */
function* withFilters(bands: Iterable<Uint8Array>, width: number): Generator<Buffer> {
  for (const band of bands) {
    const rows = band.length / width
    const result = Buffer.alloc(rows * (width + 1))
    for (let row = 0; row < rows; row += 1)
      result.set(band.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
    yield result
  }
}

function pixelsAMetre({ x, y }: { x: number; y: number }): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt32BE(Math.min(2 ** 31, Math.round(1e6 / x)), 0)
  bytes.writeUInt32BE(Math.min(2 ** 31, Math.round(1e6 / y)), 4)
  bytes.writeUInt8(1, 8)
  return bytes
}

function chunk(type: string, content: Buffer): Buffer {
  const result = Buffer.alloc(12 + content.length)
  result.writeUInt32BE(content.length, 0)
  result.write(type, 4, 'latin1')
  result.set(content, 8)
  result.writeUInt32BE(crc32(result.subarray(4, -4)), result.length - 4)
  return result
}
