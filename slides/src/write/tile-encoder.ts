import type { Sharp } from 'sharp'
import { toNativeOrder } from '../codecs/byte-order.ts'
import { Repeats } from '../codecs/repeats.ts'
import { sharpOf } from '../codecs/sharp.ts'
import { deflateBytes } from '../codecs/zlib.ts'
import { SlideError } from '../errors.ts'
import { bytesOf } from '../pixels.ts'
import { checkJpeg, tablesOf, withoutTables } from './jpeg-tables.ts'
import type { PyramidPlan } from './pyramid-options.ts'
import type { Samples, TileShape } from './tile-pixels.ts'
import { fillWithColor, takeDifferences } from './tile-pixels.ts'

/** Turns whole tiles into the bytes that the file stores. */
export interface TileEncoder {
  /** What all JPEG tiles have in common, for the directories. */
  readonly jpegTables?: Uint8Array | undefined
  /** A tile of background. */
  readonly background: Uint8Array
  /** May change `data`, and the bytes may be a view of it. Of what comes again and again they are the same ones. */
  encode(data: Samples): Promise<Uint8Array>
  /** A copy of bytes that were encoded elsewhere, as the file stores them; throws where they can't be such a tile. */
  accept(bytes: Uint8Array): Uint8Array
}

/** A large tile that is shown everywhere is cut to several, on each level. */
const mostRepeats = 64

export async function createTileEncoder(plan: PyramidPlan): Promise<TileEncoder> {
  const { compression, samples, pixelType, background, tileSize: side } = plan
  const shape: TileShape = { side, samples }
  const length = side * side * samples
  const blank = pixelType === 'u8' ? new Uint8Array(length) : new Uint16Array(length)
  fillWithColor(blank, background)

  switch (compression.kind) {
    case 'jpeg': {
      const encode = createJpegEncoder(shape, compression)
      const first = await encode(blank)
      const jpegTables = tablesOf(first)
      const repeats = new Repeats<Uint8Array>(mostRepeats)
      return {
        jpegTables,
        background: withoutTables(first, jpegTables),
        encode: (data) => repeats.get(data, async () => withoutTables(await encode(data), jpegTables)),
        accept(bytes) {
          checkJpeg(bytes, { side, samples, subsampling: compression.subsampling })
          return withoutTables(Uint8Array.from(bytes), jpegTables)
        },
      }
    }
    case 'deflate': {
      const encode = (data: Samples) => {
        takeDifferences(data, shape)
        return deflateBytes(littleEndian(data), compression.level)
      }
      const repeats = new Repeats<Uint8Array>(mostRepeats)
      return {
        background: await encode(blank),
        encode: (data) => repeats.get(data, () => encode(data)),
        accept: checkDeflate,
      }
    }
    case 'none':
      return {
        background: littleEndian(blank),
        encode: async (data) => littleEndian(data),
        accept: (bytes) => checkLength(bytes, blank.byteLength),
      }
  }
}

/**
 * With the standard Huffman tables: half the time of finding the best ones, and all tiles have the same. Each buffer
 * keeps its pipeline, which only collecting all garbage would remove: tiles come in few buffers, used again and again.
 */
export function createJpegEncoder(
  { side, samples }: TileShape,
  { quality, subsampling }: { readonly quality: number; readonly subsampling: '4:4:4' | '4:2:0' },
): (data: Samples) => Promise<Uint8Array> {
  const pipelines = new WeakMap<Samples, Sharp>()
  return async (data) => {
    let pipeline = pipelines.get(data)
    if (!pipeline) {
      const tile = { width: side, height: side, samples, pixelType: 'u8', data } as const
      pipeline = await sharpOf('JPEG', tile)
      pipeline.jpeg({ quality, chromaSubsampling: subsampling, optimiseCoding: false })
      pipelines.set(data, pipeline)
    }
    return pipeline.toBuffer()
  }
}

/** Never the buffer itself, which is used again for other tiles: who gets the same bytes twice stores them once. */
const littleEndian = (data: Samples): Uint8Array =>
  data instanceof Uint16Array ? toNativeOrder(bytesOf(data), 16, false) : bytesOf(data)

function checkDeflate(bytes: Uint8Array): Uint8Array {
  const header = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  // The two bytes of a zlib header: method 8, and a multiple of 31.
  if (header === 0 || ((header >> 8) & 15) !== 8 || header % 31 !== 0) {
    throw new SlideError('out_of_range', 'Deflate tile', 'is no zlib stream')
  }
  return Uint8Array.from(bytes)
}

function checkLength(bytes: Uint8Array, expected: number): Uint8Array {
  if (bytes.length === expected) return Uint8Array.from(bytes)
  throw new SlideError('out_of_range', 'tile', `has ${bytes.length} bytes, not ${expected}`)
}
