import type { ChannelDisplay, Display } from '../display/display.ts'
import { hasChannels, type ViewedImage } from '../viewed-image.ts'

/**
 * How an image is shown when it is to look like another: channels by name, those without one by their place. Null where
 * nothing changes.
 */
export function copiedDisplay(
  from: { image: ViewedImage; display: Display },
  to: { image: ViewedImage; display: Display },
): Display | null {
  if (hasChannels(from.image) !== hasChannels(to.image)) return null
  if (!hasChannels(to.image)) {
    const icc = from.display.color.icc && to.image.pyramid.has_icc
    const color = { ...from.display.color, icc }
    return isSame(color, to.display.color) ? null : { ...to.display, color }
  }
  const names = from.image.pyramid.channels.map(({ name }) => name)
  const isSameDepth = from.image.pyramid.pixel_type === to.image.pyramid.pixel_type
  const channels = to.display.channels.map((own, index) => {
    const name = to.image.pyramid.channels[index]?.name ?? null
    const other = from.display.channels[name === null ? index : placeOf(name, names, index)]
    return other ? withWindow(other, own, isSameDepth) : own
  })
  const isCopied = channels.every((channel, index) => isSame(channel, to.display.channels[index]))
  return isCopied ? null : { ...to.display, channels }
}

/** By name; by place where the other at that place has none; otherwise it has no counterpart: −1. */
function placeOf(name: string, names: readonly (string | null)[], index: number): number {
  const named = names.indexOf(name)
  return named === -1 && (names[index] ?? null) === null ? index : named
}

/** Values of 8 and of 16 bits have nothing in common: there the window stays. */
const withWindow = (
  other: ChannelDisplay,
  { low, high }: ChannelDisplay,
  isSameDepth: boolean,
): ChannelDisplay => (isSameDepth ? other : { ...other, low, high })

function isSame<Values extends object>(one: Values, other: Values | undefined): boolean {
  return other !== undefined && (Object.keys(one) as (keyof Values)[]).every((key) => one[key] === other[key])
}
