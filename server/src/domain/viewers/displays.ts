import { planeWindow } from '@cresyl/contract/slides/viewers'
import type { ChannelDisplay } from '@cresyl/slides'
import type { ShownImage } from './shown-image.ts'

/** RGB, and grey of 8 bits: nothing is spread or coloured. */
export function isShownAsStored({ samples, channels, pixelType }: ShownImage): boolean {
  return samples >= 3 || (channels.length <= 1 && /^u(int)?8$/.test(pixelType))
}

const keptDisplays = new WeakMap<ShownImage, readonly ChannelDisplay[]>()

/**
 * How all channels are shown together, by what is stored of them: the same in tiles, thumbnails and exports, and nobody
 * needs to measure. Undefined where nothing is to be chosen, or nothing is stored yet.
 */
export function displaysOf(shown: ShownImage): readonly ChannelDisplay[] | undefined {
  if (isShownAsStored(shown) || shown.channels.some(({ stats }) => stats === null)) return undefined
  const kept = keptDisplays.get(shown)
  if (kept) return kept
  const displays = shown.channels.map(({ color, stats }, channel) => ({
    channel,
    color,
    window: planeWindow(shown.pixelType, channel < shown.colorBands ? null : stats),
    ...(shown.colorBands > 0 && { visible: channel < shown.colorBands }),
  }))
  keptDisplays.set(shown, displays)
  return displays
}
