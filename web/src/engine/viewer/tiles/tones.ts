import type { PlaneWindow } from '@cresyl/contract/slides/viewers'
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

/**
 * Between which numbers of a tile its pixels are kept before they are blended: as 8 bits keep them, unless the display
 * reaches further. Otherwise what is brighter than white would shine on its neighbours in 16 bits only.
 */
export function blendedRange(
  { low, high }: ChannelDisplay,
  spread: PlaneWindow,
  [least, greatest]: PlaneWindow,
): [number, number] {
  const number = (value: number) => clamp((value - least) / (greatest - least))
  return [number(Math.min(low, spread[0])), number(Math.max(high, spread[1]))]
}

/** #RRGGBB as numbers from 0 to 1. */
export function rgbOf(color: string): [number, number, number] {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}
