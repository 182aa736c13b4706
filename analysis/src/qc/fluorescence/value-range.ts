import type { SlideImage } from '@cresyl/slides'

/** The least and the largest value that a camera of so many bits can give; null for fractions. */
export function valueRangeOf({ pixelType, bitDepth }: Pick<SlideImage, 'pixelType' | 'bitDepth'>) {
  if (pixelType === 'f32') return null
  const isSigned = pixelType.startsWith('i')
  return isSigned ? { least: 0, most: 2 ** (bitDepth - 1) - 1 } : { least: 0, most: 2 ** bitDepth - 1 }
}
