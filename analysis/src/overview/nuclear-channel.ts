import type { Channel } from '@cresyl/slides'

const nuclearStains = /dapi|hoechst|draq\s?[57]|to-?pro|syto(x|\b)|7-?aad|nucle|nuc\b/i

/** The channel that shows nuclei: by its name, else by the blue light that nuclear stains give; the first where neither tells. */
export function nuclearChannelOf(channels: readonly Channel[]): number {
  const named = channels.findIndex(({ name }) => name !== undefined && nuclearStains.test(name))
  if (named >= 0) return named
  const blue = channels.findIndex(({ emissionWavelength: nm }) => nm !== undefined && nm >= 400 && nm < 490)
  return Math.max(0, blue)
}
