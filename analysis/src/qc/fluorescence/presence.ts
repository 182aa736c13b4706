import type { Accumulator, FluorescenceCheck, Found, Measure } from '../measure.ts'
import { findBackground } from './background.ts'
import { binningBetween, countValues } from './value-counts.ts'

/** Deviations (MAD) above the background that count as signal. */
const deviations = 3

/**
 * How much of the image a channel marks at all: what lies clearly above its background, less as much as lies equally
 * far below, since that much noise alone gives. At about 8 µm a pixel, where even faint cells stand out.
 */
export const measurePresence: Measure<FluorescenceCheck> = ({ overview, plan }): Accumulator => ({
  state: {},
  finish: () => {
    // Means of 8 bits are whole values.
    const finest = plan.pixelType === 'u8' ? 1 : 0
    return overview.planes.map((plane, channel) => presenceOf(plane, overview.unknown, channel, finest))
  },
})

function presenceOf(plane: Float32Array, unknown: Uint8Array, channel: number, finest: number): Found {
  const known = plane.filter((value, pixel) => !unknown[pixel] && Number.isFinite(value))
  if (known.length === 0) return { channel, value: null, unmeasured: 'No part of it could be read.' }
  const binning = binningBetween(known, finest)
  const counts = new Uint32Array(binning.bins)
  countValues(known, counts, binning)
  const background = findBackground(counts, binning)
  if (!background) return { channel, value: 0 }
  const distance = deviations * background.deviation
  let [above, below] = [0, 0]
  for (const value of known) {
    if (value > background.median + distance) above += 1
    if (value < background.median - distance) below += 1
  }
  return { channel, value: (100 * Math.max(0, above - below)) / known.length }
}
