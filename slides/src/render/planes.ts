import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import { displayRgb } from './composite.ts'
import { brightness, checkWindow, type DisplayWindow } from './value-range.ts'

/** The values of a tile with the window spread linearly over 0–255, rounded; what lies outside it is cut off. */
export function planeDepth8(tile: PixelTile, window: DisplayWindow): Uint8Array {
  return displayRgb(tile, window).data as Uint8Array
}

/**
 * The values of a tile as 16 bits without sign. u8 and u16 keep their values; i8 gets 128 and i16 gets 32768 added;
 * u32, i32 and f32, which have more values than that, need a window, which is spread linearly over 0–65535.
 */
export function planeDepth16(tile: PixelTile, window?: DisplayWindow): Uint16Array {
  const { data, pixelType } = tile
  if (pixelType === 'u16' || pixelType === 'u8') return new Uint16Array(data)
  const result = new Uint16Array(data.length)
  if (pixelType === 'i8' || pixelType === 'i16') {
    const offset = signedOffset[pixelType]
    for (let i = 0; i < result.length; i++) result[i] = (data[i] as number) + offset
    return result
  }
  if (!window)
    throw new SlideError(
      'unsupported',
      'plane',
      `${pixelType} values don't fit into 16 bits without a window`,
    )
  checkWindow(window)
  const [low, high] = window
  for (let i = 0; i < result.length; i++)
    result[i] = brightness(data[i] as number, low, high, 1) * 65535 + 0.5
  return result
}

/** What `planeDepth16` adds to values with a sign. */
const signedOffset = { i8: 128, i16: 32768 } as const

/** All low bytes, then all high bytes: neighbours differ little, so that it compresses far better. */
export function shuffleBytes(values: Uint16Array): Uint8Array {
  const count = values.length
  const bytes = new Uint8Array(count * 2)
  for (let i = 0; i < count; i++) {
    const value = values[i] as number
    bytes[i] = value
    bytes[count + i] = value >> 8
  }
  return bytes
}

/** Undoes `shuffleBytes`. */
export function unshuffleBytes(bytes: Uint8Array): Uint16Array {
  if (bytes.length % 2 !== 0)
    throw new SlideError('malformed', 'shuffled plane', `has an odd number of bytes, ${bytes.length}`)
  const count = bytes.length / 2
  const values = new Uint16Array(count)
  for (let i = 0; i < count; i++) values[i] = (bytes[i] as number) | ((bytes[count + i] as number) << 8)
  return values
}
