import type { RegionFormat, RegionPlan } from '@cresyl/contract/slides/exports'
import type { Pyramid } from '@cresyl/contract/slides/viewers'

/** Of a pixel on tissue, as a share of what it takes uncompressed: between empty glass and dense nuclei. */
const share = { jpeg: 0.2, png: 0.6, tiff: 0.7 } as const
/** Levels of a pyramid: a quarter, a sixteenth, … */
const levels = 4 / 3

/** About how large the file becomes. */
export function estimatedBytes(
  { outputWidth, outputHeight }: Pick<RegionPlan, 'outputWidth' | 'outputHeight'>,
  format: RegionFormat,
  { samples, pixel_type, channels }: Pick<Pyramid, 'samples' | 'pixel_type' | 'channels'>,
): number {
  const pixels = outputWidth * outputHeight
  if (format !== 'tiff') return Math.round(pixels * 3 * share[format])
  if (samples >= 3) return Math.round(pixels * 3 * share.jpeg * levels)
  const depth = pixel_type === 'u8' ? 1 : 2
  return Math.round(pixels * Math.max(1, channels.length) * depth * share.tiff * levels)
}
