import { SlideError } from '../errors.ts'
import type { SlideImage } from '../slide.ts'

/** Values from (shown darkest) to (shown brightest); the other way round inverts. */
export type DisplayWindow = readonly [low: number, high: number]

/** The values an image can have: all that its bits hold; 0–1 for floating point. */
export function valueRange({
  pixelType,
  bitDepth,
}: Pick<SlideImage, 'pixelType' | 'bitDepth'>): DisplayWindow {
  switch (pixelType) {
    case 'u8':
      return [0, 2 ** Math.max(1, Math.min(8, bitDepth)) - 1]
    case 'i8':
      return [-128, 127]
    case 'i16':
      return [-32768, 32767]
    case 'u16':
      return [0, 2 ** Math.max(1, Math.min(16, bitDepth)) - 1]
    case 'u32':
      return [0, 2 ** Math.max(1, Math.min(32, bitDepth)) - 1]
    case 'i32':
      return [-2147483648, 2147483647]
    case 'f32':
      return [0, 1]
  }
}

export function checkWindow([low, high]: DisplayWindow, gamma = 1): void {
  if (!(Number.isFinite(low) && Number.isFinite(high)))
    throw new SlideError('out_of_range', 'display', `has a window from ${low} to ${high}`)
  if (!(gamma > 0 && Number.isFinite(gamma)))
    throw new SlideError('out_of_range', 'display', `has a gamma of ${gamma}; it must be above 0`)
}

/** How bright a value is shown, 0–1. A window without width is a threshold; what is no number is dark. */
export function brightness(value: number, low: number, high: number, gamma: number): number {
  const part = high === low ? (value > low ? 1 : 0) : (value - low) / (high - low)
  if (!(part > 0)) return 0
  if (part >= 1) return 1
  return gamma === 1 ? part : part ** gamma
}
