import { newPixels, type PixelData, type PixelType } from '../../pixels.ts'
import { seeded } from '../../test-support/seeded.ts'

/** Repeatable samples over the whole range of their type, in runs so that compression has something to do. */
export function testPixels(type: PixelType, length: number, seed = 1): PixelData {
  const random = seeded(seed)
  const pixels = newPixels(type, length)
  for (let i = 0; i < length; i++) {
    const repeat = i > 3 && random.below(3) === 0
    pixels[i] = repeat ? (pixels[i - 3] as number) : anyValue()
  }
  return pixels

  function anyValue(): number {
    if (type === 'f32') return (random.below(2 ** 24) - 2 ** 23) / 2 ** random.below(30)
    return random.below(2 ** 32)
  }
}

/** Values below 2^bits, of at most 8 bits. */
export const testValues = (length: number, bits: number, seed = 1): Uint8Array =>
  Uint8Array.from(valuesBelow(2 ** bits, length, seed))

export const valuesBelow = (limit: number, length: number, seed = 1): number[] => {
  const random = seeded(seed)
  return Array.from({ length }, () => random.below(limit))
}
