import type { PixelData, PixelType } from '@cresyl/slides'

/** Equal steps of values: bin n has those from `from + n × step` up to the next. */
export interface Binning {
  readonly bins: number
  readonly from: number
  readonly step: number
}

const mostBins = 65536

/** A bin for each value where there are few enough, else as many as there may be between the ends of what was seen. */
export function binningOf(pixelType: PixelType, seen: Float32Array): Binning {
  if (pixelType === 'u8') return { bins: 256, from: 0, step: 1 }
  if (pixelType === 'i8') return { bins: 256, from: -128, step: 1 }
  if (pixelType === 'u16') return { bins: mostBins, from: 0, step: 1 }
  if (pixelType === 'i16') return { bins: mostBins, from: -32768, step: 1 }
  return binningBetween(seen)
}

/** @param finest step that makes sense. */
export function binningBetween(values: Float32Array, finest = 0): Binning {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number
    if (!Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (!(high > low)) return { bins: 1, from: Number.isFinite(low) ? low : 0, step: 1 }
  const step = Math.max(finest, (high - low) / (mostBins - 1))
  return { bins: Math.ceil((high - low) / step) + 1, from: low, step }
}

/** Counts every `every`th value; those beyond the ends count as the ends, what is no number not at all. */
export function countValues(
  values: PixelData,
  counts: Uint32Array,
  { bins, from, step }: Binning,
  every = 1,
): void {
  const last = bins - 1
  for (let i = 0; i < values.length; i += every) {
    const value = values[i] as number
    if (Number.isNaN(value)) continue
    const bin = step === 1 ? value - from : Math.round((value - from) / step)
    const at = bin < 0 ? 0 : bin > last ? last : bin | 0
    counts[at] = (counts[at] as number) + 1
  }
}

export const countAll = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0)

/** The smallest value with that share of all values, 0..1, at or below it; NaN where there are none. */
export function valueAt(counts: Uint32Array, { from, step }: Binning, share: number): number {
  const rank = Math.max(1, Math.ceil(share * countAll(counts)))
  let below = 0
  for (let bin = 0; bin < counts.length; bin += 1) {
    below += counts[bin] as number
    if (below >= rank) return from + bin * step
  }
  return Number.NaN
}
