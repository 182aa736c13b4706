import { SlideError } from '../errors.ts'
import type { PixelData, PixelType } from '../pixels.ts'
import { bytesPerSample, pixelsOf } from '../pixels.ts'

export interface PixelFormat {
  readonly name: string
  readonly pixelType: Extract<PixelType, 'u8' | 'u16' | 'u32' | 'f32'>
  readonly samples: 1 | 3 | 4
}

/** By the number in the file; colours are stored blue first. */
const formats: Readonly<Record<number, PixelFormat>> = {
  0: { name: 'Gray8', pixelType: 'u8', samples: 1 },
  1: { name: 'Gray16', pixelType: 'u16', samples: 1 },
  2: { name: 'Gray32Float', pixelType: 'f32', samples: 1 },
  3: { name: 'Bgr24', pixelType: 'u8', samples: 3 },
  4: { name: 'Bgr48', pixelType: 'u16', samples: 3 },
  8: { name: 'Bgr96Float', pixelType: 'f32', samples: 3 },
  9: { name: 'Bgra32', pixelType: 'u8', samples: 4 },
  12: { name: 'Gray32', pixelType: 'u32', samples: 1 },
}

const otherNames: Readonly<Record<number, string>> = {
  10: 'Gray64ComplexFloat',
  11: 'Bgr192ComplexFloat',
  13: 'Gray64Float',
}

export function pixelFormat(number: number, structure: string): PixelFormat {
  const format = formats[number]
  if (format) return format
  const name = otherNames[number]
  const reason = `has pixels of the type ${name ?? number}, which is not read`
  throw new SlideError('unsupported', structure, reason)
}

export const bytesPerPixel = ({ pixelType, samples }: PixelFormat): number =>
  bytesPerSample(pixelType) * samples

/** Looks at bytes of the file as pixels; colours come out red first, in memory of their own. */
export const pixelsFrom = (format: PixelFormat, bytes: Uint8Array): PixelData =>
  format.samples === 1 ? pixelsOf(format.pixelType, bytes) : takePixels(format, new Uint8Array(bytes))

/** The same of bytes that nobody else has: colours are put in order where they are. */
export function takePixels({ pixelType, samples }: PixelFormat, bytes: Uint8Array): PixelData {
  const pixels = pixelsOf(pixelType, bytes)
  if (samples === 1) return pixels
  for (let index = 0; index + 2 < pixels.length; index += samples) {
    const blue = pixels[index] as number
    pixels[index] = pixels[index + 2] as number
    pixels[index + 2] = blue
  }
  return pixels
}
