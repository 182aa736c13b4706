import { presetLimits } from '@cresyl/contract/api/limits'
import { z } from '@cresyl/contract/api/zod'
import { channelDisplay, colorDisplay } from '@cresyl/contract/slides/display'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { hasChannels } from '../viewed-image.ts'
import type { Display } from './display.ts'

/** For what comes from links, from memory and from presets. */
export const displaySchema = z.object({
  color: colorDisplay,
  channels: z.array(channelDisplay).max(presetLimits.channels),
}) satisfies z.ZodType<Display>

/** What was kept of an image, if it is a display and still fits: the image may have been read anew since. */
export function keptDisplay(kept: unknown, pyramid: Pyramid): Display | null {
  const { success, data } = displaySchema.safeParse(kept)
  if (!success || data.channels.length !== channelCount(pyramid)) return null
  return pyramid.has_icc ? data : { ...data, color: { ...data.color, icc: false } }
}

function channelCount(pyramid: Pyramid): number {
  return hasChannels({ pyramid }) ? pyramid.channels.length : 0
}
