import { decodeJpeg } from '../codecs/jpeg.ts'
import { jpegSize } from '../codecs/jpeg-stream.ts'
import { errorAt, SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Plane, SlideImage } from '../slide.ts'
import type { Source } from '../source/source.ts'

/** The frame of a JPEG is near its beginning; colour profiles and previews may come before it. */
const headBytes = 256 * 1024

/** A JPEG file as an image of one tile. */
export async function openJpegImage(
  source: Source,
  structure: string,
  signal?: AbortSignal,
): Promise<SlideImage> {
  if (source.size > limits.blockBytes) {
    throw new SlideError('too_large', structure, `has ${source.size} bytes, more than ${limits.blockBytes}`)
  }
  const frame = frameOf(await source.read(0, Math.min(headBytes, source.size), signal), structure)
  const { width, height, samples } = frame
  function checkTile(level: number, x: number, y: number, { c = 0, z = 0, t = 0 }: Plane = {}): void {
    if ([level, x, y, c, z, t].every((index) => index === 0)) return
    throw new SlideError('out_of_range', `level ${level} tile ${x},${y}`, 'is not there: it is one tile')
  }
  return {
    width,
    height,
    pixelType: 'u8',
    bitDepth: 8,
    samples,
    channels: [{}],
    sizeZ: 1,
    sizeT: 1,
    levels: [{ width, height, tileWidth: width, tileHeight: height, downsample: 1, compression: 'JPEG' }],
    async iccProfile(signal) {
      signal?.throwIfAborted()
      return null
    },
    async encodedTile(level, x, y, plane, signal) {
      signal?.throwIfAborted()
      checkTile(level, x, y, plane)
      return { mime: 'image/jpeg', bytes: await source.read(0, source.size, signal) }
    },
    async rawTile(level, x, y, plane, signal) {
      signal?.throwIfAborted()
      checkTile(level, x, y, plane)
      try {
        const bytes = await source.read(0, source.size, signal)
        const { data } = await decodeJpeg(bytes, { width, height, samples }, signal)
        return { width, height, samples, pixelType: 'u8', data }
      } catch (error) {
        throw errorAt(structure, error)
      }
    },
  }
}

function frameOf(head: Uint8Array, structure: string): { width: number; height: number; samples: 1 | 3 } {
  try {
    const { width, height, components: samples, precision, lossless } = jpegSize(head)
    const isRead = (samples === 1 || samples === 3) && precision === 8 && !lossless
    if (!isRead) throw new SlideError('unsupported', 'JPEG', 'is of a kind that is not read')
    if (Math.max(width, height) <= limits.tileSide) return { width, height, samples }
    throw new SlideError('too_large', 'JPEG', `has ${width} × ${height} pixels`)
  } catch (error) {
    throw errorAt(structure, error)
  }
}
