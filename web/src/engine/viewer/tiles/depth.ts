import type { PlaneWindow } from '@cresyl/contract/slides/viewers'
import type { ChannelDisplay } from '../display/display.ts'
import { channelTones } from './tones.ts'

/** By how much a number of 8 bits misses the value it stands for, at most: half a step, and another by JPEG. */
const uncertainty = 1.5 / 255
/** A difference in brightness that nobody sees. */
const invisible = 2 / 255

/**
 * Whether 8 bits show a channel as 16 do, so that one can take the place of the other unnoticed. `plane` is what 8 bits
 * spread over. What lies beyond it they cut off: where the window reaches further, those few values are seen too dark or
 * too bright until 16 bits are there.
 */
export function isShallowEnough(pixelType: string, display: ChannelDisplay, plane: PlaneWindow): boolean {
  // Values of 8 bits are not larger without loss.
  if (pixelType === 'u8' || pixelType === 'i8') return false
  const { slope, exponent } = channelTones(display, plane)
  const off = Math.min(slope * uncertainty, 1)
  return Math.max(off ** exponent, 1 - (1 - off) ** exponent) <= invisible
}
