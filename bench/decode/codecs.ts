import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { decodeLzw } from '../../slides/src/codecs/lzw.ts'
import { decodeCodestream, loadOpenJpeg } from '../../slides/src/codecs/openjpeg.ts'
import { undoPredictor } from '../../slides/src/codecs/predictor.ts'
import { loadSharp } from '../../slides/src/codecs/sharp.ts'
import { tileSide } from '../support/slide-tiles.ts'

export const codecNames = [
  'JPEG 2000',
  'Zstd 16-bit',
  'Deflate 16-bit',
  'Deflate 16-bit, predictor',
  'LZW',
  'JPEG',
  'WebP',
] as const
export type CodecName = (typeof codecNames)[number]

const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate)
const zstdDecompress = promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)
/** One piece takes all that comes out, which zlib would otherwise put together from many. */
const room16 = { chunkSize: tileSide * tileSide * 2 + 1 }

/**
 * Nothing but the library that knows the compression, on the thread where we run it too: bytes that lie in memory in,
 * samples out, of which nothing is checked.
 */
export async function loadCodec(name: CodecName): Promise<(bytes: Uint8Array) => unknown> {
  switch (name) {
    case 'JPEG 2000': {
      const openJpeg = await loadOpenJpeg()
      return (bytes) => decodeCodestream(openJpeg, bytes)
    }
    case 'Zstd 16-bit':
      return (bytes) => zstdDecompress(bytes, room16)
    case 'Deflate 16-bit':
      return (bytes) => inflate(bytes, room16)
    case 'Deflate 16-bit, predictor': {
      const rows = { predictor: 2, rowSamples: tileSide, samples: 1, bits: 16, bigEndian: false } as const
      return async (bytes) => undoPredictor(await inflate(bytes, room16), rows)
    }
    case 'LZW':
      return (bytes) => decodeLzw(bytes, tileSide * tileSide * 3)
    case 'JPEG':
    case 'WebP': {
      const sharp = await loadSharp()
      return (bytes) => sharp(bytes).raw().toBuffer()
    }
  }
}
