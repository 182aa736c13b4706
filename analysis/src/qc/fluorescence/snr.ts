import { type Accumulator, type FluorescenceCheck, type Found, type Measure, noTissue } from '../measure.ts'
import { findBackground } from './background.ts'
import { createChannelCounts } from './channel-counts.ts'
import { valueAt } from './value-counts.ts'

/** What makes the median absolute deviation that of a normal distribution. */
const normal = 1.4826

/** How far the brightest hundredth lies above the background, in standard deviations of the background. */
export const measureSnr: Measure<FluorescenceCheck> = (check): Accumulator => {
  const channels = createChannelCounts(check)
  const ofChannel = (channel: number): Found => {
    if (check.tissuePixels === 0) return { channel, value: null, unmeasured: noTissue }
    const { counts, binning } = channels.of(channel)
    const background = findBackground(counts, binning)
    if (!background) return { channel, value: null, unmeasured: 'All its pixels have the same value.' }
    const signal = valueAt(counts, binning, 0.99) - background.median
    return { channel, value: signal / (normal * background.deviation) }
  }
  return {
    state: { counts: channels.counts },
    add: channels.add,
    finish: () => check.overview.planes.map((_, channel) => ofChannel(channel)),
  }
}
