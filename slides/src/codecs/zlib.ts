import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { SlideError } from '../errors.ts'

// The thread pool does the work: none of it happens on the calling thread.
const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflate)
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate)
const zstdDecompress = promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)

/** One chunk takes the whole result, with room to notice that there is more; zlib wants 64 bytes at least. */
const chunkSize = (expectedBytes: number) => Math.max(expectedBytes + 1, 64)

/** A zlib stream; `level` 0–9. */
export const deflateBytes = (bytes: Uint8Array, level = 6): Promise<Uint8Array> => deflate(bytes, { level })

/**
 * At most `expectedBytes` and a few; fewer where the data ends early. An error after enough bytes is overlooked, as
 * libtiff does; a wrong checksum of exactly these bytes is not.
 */
export async function inflateBytes(encoded: Uint8Array, expectedBytes: number): Promise<Uint8Array> {
  const size = chunkSize(expectedBytes)
  try {
    return await inflate(encoded, { chunkSize: size, maxOutputLength: size })
  } catch {
    return firstBytes('Deflate', zlib.createInflate({ chunkSize: size }), encoded, expectedBytes)
  }
}

/** At most `expectedBytes` and a few; fewer where the data ends early. */
export async function unzstdBytes(encoded: Uint8Array, expectedBytes: number): Promise<Uint8Array> {
  const size = chunkSize(expectedBytes)
  try {
    return await zstdDecompress(encoded, { chunkSize: size, maxOutputLength: size })
  } catch {
    return firstBytes('Zstd', zlib.createZstdDecompress({ chunkSize: size }), encoded, expectedBytes)
  }
}

/** What came out before the error or before there was too much, where that is enough. */
function firstBytes(
  structure: string,
  decoder: zlib.Inflate | zlib.ZstdDecompress,
  encoded: Uint8Array,
  expectedBytes: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const result = new Uint8Array(expectedBytes)
    let written = 0
    const finish = (error?: Error) => {
      decoder.destroy()
      if (written === expectedBytes) resolve(result)
      else if (!error) resolve(result.subarray(0, written))
      else reject(new SlideError('malformed', structure, `is damaged (${error.message})`, { cause: error }))
    }
    decoder.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, expectedBytes - written)
      result.set(part, written)
      written += part.length
      if (written === expectedBytes) finish()
    })
    decoder.on('end', () => finish())
    decoder.on('error', finish)
    decoder.end(encoded)
  })
}
