import { SlideError } from '../errors.ts'
import { decodeLzw } from './lzw.ts'
import { decodePackbits } from './packbits.ts'
import { decodeXz } from './xz.ts'
import { inflateBytes, unzstdBytes } from './zlib.ts'

/** Compressions that know nothing of images. */
export type ByteCompression = 'none' | 'lzw' | 'deflate' | 'packbits' | 'zstd' | 'lzma'

const names = {
  none: 'uncompressed data',
  lzw: 'LZW',
  deflate: 'Deflate',
  packbits: 'PackBits',
  zstd: 'Zstd',
  lzma: 'LZMA',
} as const satisfies Record<ByteCompression, string>

/**
 * Exactly `expectedBytes`, of which `neededBytes` must be there; zeros stand for the rest. Like libtiff it stops once they are there: more data, a missing end or a wrong checksum
 * after them doesn't matter, fewer bytes are an error. Uncompressed data comes back as a view of the input.
 */
export async function decodeBytes(
  compression: ByteCompression,
  encoded: Uint8Array,
  expectedBytes: number,
  signal?: AbortSignal,
  neededBytes = expectedBytes,
): Promise<Uint8Array> {
  signal?.throwIfAborted()
  if (expectedBytes === 0) return new Uint8Array(0)
  const decoded = await decoders[compression](encoded, expectedBytes)
  if (decoded.length < neededBytes) {
    throw new SlideError(
      'malformed',
      names[compression],
      `holds ${decoded.length} bytes where ${neededBytes} are expected`,
    )
  }
  if (decoded.length < expectedBytes) {
    const padded = new Uint8Array(expectedBytes)
    padded.set(decoded)
    return padded
  }
  return new Uint8Array(decoded.buffer, decoded.byteOffset, expectedBytes)
}

const decoders: Record<
  ByteCompression,
  (encoded: Uint8Array, expectedBytes: number) => Uint8Array | Promise<Uint8Array>
> = {
  none: (encoded) => encoded,
  lzw: decodeLzw,
  packbits: decodePackbits,
  deflate: inflateBytes,
  zstd: unzstdBytes,
  lzma: decodeXz,
}
