import type { PlaneWindow } from '@cresyl/contract/viewers'
import type { ChannelDisplay } from '../display/display.ts'

/** Below so much of what 8 bits spread over, steps would be seen. */
const leastShare = 0.5

/**
 * How deep the values of a channel are wanted. `plane` is what 8 bits spread over: eight do while the picture moves,
 * unless the window is so narrow that they would not resolve it.
 */
export function depthFor(
  pixelType: string,
  { low, high }: ChannelDisplay,
  plane: PlaneWindow,
  moving: boolean,
): 8 | 16 {
  const reachesBeyond = low < plane[0] || high > plane[1]
  // Values of 8 bits are all there, unless they were cut off.
  if (pixelType === 'u8' || pixelType === 'i8') return reachesBeyond && !moving ? 16 : 8
  const isNarrow = high - low < (plane[1] - plane[0]) * leastShare
  return isNarrow || !moving ? 16 : 8
}

/** Whether something in 8 bits is worth fetching first. */
export function isShallowFirst({ low, high }: ChannelDisplay, plane: PlaneWindow): boolean {
  return high - low >= (plane[1] - plane[0]) * leastShare
}
