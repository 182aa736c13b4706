import type { ChannelStats } from '@cresyl/contract/slides/images'
import { countColorBands, type PlaneWindow, type Pyramid, planeWindow } from '@cresyl/contract/slides/viewers'
import { hasChannels } from '../viewed-image.ts'
import { type ChannelDisplay, type Display, plainColors } from './display.ts'

/** Each that is shown is fetched and composed: more at once are neither quick nor told apart. */
const shownAtFirst = 4

/** How an image is shown until someone chooses otherwise. */
export function initialDisplay(pyramid: Pyramid): Display {
  if (!hasChannels({ pyramid })) return { color: plainColors, channels: [] }
  return { color: plainColors, channels: pyramid.channels.map((_, index) => initialChannel(pyramid, index)) }
}

export function initialChannel(pyramid: Pyramid, index: number): ChannelDisplay {
  const { color, stats } = pyramid.channels[index] ?? { color: null, stats: null }
  const colors = countColorBands(pyramid.channels)
  const [low, high] = autoWindow(pyramid.pixel_type, index < colors ? null : stats)
  return { shown: index < (colors || shownAtFirst), color: color ?? '#FFFFFF', low, high, gamma: 1 }
}

export const autoKinds = ['wide', 'tight'] as const
export type AutoKind = (typeof autoKinds)[number]

/** From the values of all but 0.1 % of the pixels at either end; `tight` leaves out 1 %, for more contrast. */
export function autoWindow(
  pixelType: string,
  stats: ChannelStats | null,
  kind: AutoKind = 'wide',
): PlaneWindow {
  if (kind === 'tight' && stats !== null) {
    const { p1: low, p99: high } = stats.percentiles
    if (high > low) return [low, high]
  }
  return planeWindow(pixelType, stats)
}
