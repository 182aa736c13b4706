import type { PlaneWindow } from '@cresyl/contract/viewers'
import type { ChannelDisplay, ColorDisplay } from '../display/display.ts'

/** What the shaders do, as they do it: numbers from 0 to 1 become out = (slope × in + offset) ^ exponent. */
export interface Tones {
  readonly slope: number
  readonly offset: number
  readonly exponent: number
}

const clamp = (value: number) => Math.min(Math.max(value, 0), 1)

export const toneOf = ({ slope, offset, exponent }: Tones, value: number): number =>
  clamp(slope * value + offset) ** exponent

/** Contrast turns around the middle grey, up to a slope of 100; brightness moves everything. */
export function colorTones({ brightness, contrast, gamma }: ColorDisplay): Tones {
  const slope = contrast < 0 ? 1 + contrast : 1 / Math.max(1 - contrast, 0.01)
  return { slope, offset: 0.5 - 0.5 * slope + brightness, exponent: 1 / gamma }
}

/** From the numbers of a tile, which stand for the values of its window, to how much of the colour is seen. */
export function channelTones({ low, high, gamma }: ChannelDisplay, [least, greatest]: PlaneWindow): Tones {
  // A window without width is a threshold.
  const width = Math.max(high - low, (greatest - least) * 1e-6)
  return { slope: (greatest - least) / width, offset: (least - low) / width, exponent: 1 / gamma }
}

/** #RRGGBB as numbers from 0 to 1. */
export function rgbOf(color: string): [number, number, number] {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}

/**
 * The same brightness and contrast for a 2D canvas, which multiplies before it turns around the middle grey; gamma it
 * does not have.
 */
export function filterOf(display: ColorDisplay): string {
  const { slope, offset } = colorTones(display)
  if (slope === 1 && offset === 0) return 'none'
  const contrast = Math.max(1 - 2 * offset, 0.01)
  return `brightness(${slope / contrast}) contrast(${contrast})`
}
