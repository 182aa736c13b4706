import { decodeJpeg } from '../codecs/jpeg.ts'
import { jpegSize } from '../codecs/jpeg-stream.ts'
import { errorAt, SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { SlideImage } from '../slide.ts'

/** A picture that a file keeps as a whole JPEG in its metadata: an image of a single tile. */
export function jpegImage(bytes: Uint8Array, structure: string): SlideImage {
  const { width, height, samples } = checkedSize(bytes, structure)

  function check(level: number, x: number, y: number): void {
    if (level === 0 && x === 0 && y === 0) return
    throw new SlideError('out_of_range', `level ${level} tile ${x},${y}`, 'does not exist; there is one tile')
  }

  return {
    width,
    height,
    samples,
    pixelType: 'u8',
    bitDepth: 8,
    channels: [{}],
    sizeZ: 1,
    sizeT: 1,
    levels: [{ width, height, tileWidth: width, tileHeight: height, downsample: 1, compression: 'JPEG' }],
    iccProfile: async () => null,
    async encodedTile(level, x, y, _plane, signal) {
      signal?.throwIfAborted()
      check(level, x, y)
      return { mime: 'image/jpeg', bytes: new Uint8Array(bytes) }
    },
    async rawTile(level, x, y, _plane, signal) {
      signal?.throwIfAborted()
      check(level, x, y)
      try {
        const { data } = await decodeJpeg(bytes, { width, height, samples }, signal)
        return { width, height, samples, pixelType: 'u8', data: new Uint8Array(data) }
      } catch (error) {
        throw errorAt(structure, error)
      }
    },
  }
}

function checkedSize(
  bytes: Uint8Array,
  structure: string,
): { width: number; height: number; samples: 1 | 3 } {
  try {
    const { width, height, components } = jpegSize(bytes)
    if (width > limits.tileSide || height > limits.tileSide) {
      const reason = `is ${width} × ${height} pixels; ${limits.tileSide} a side are allowed`
      throw new SlideError('too_large', 'JPEG', reason)
    }
    if (components !== 1 && components !== 3) {
      throw new SlideError('unsupported', 'JPEG', `has ${components} components, not 1 or 3`)
    }
    return { width, height, samples: components }
  } catch (error) {
    throw errorAt(structure, error)
  }
}
