import { type Accumulator, type FluorescenceCheck, type Found, type Measure, noTissue } from '../measure.ts'
import { createChannelCounts } from './channel-counts.ts'
import { valueAt } from './value-counts.ts'
import { valueRangeOf } from './value-range.ts'

/** How much of what the camera can tell apart is used: from the lowest thousandth to the highest. */
export const measureDynamicRange: Measure<FluorescenceCheck> = (check): Accumulator => {
  const channels = createChannelCounts(check)
  const range = valueRangeOf(check.plan)
  const ofChannel = (channel: number): Found => {
    if (check.tissuePixels === 0) return { channel, value: null, unmeasured: noTissue }
    if (!range)
      return { channel, value: null, unmeasured: 'Its values are fractions, which have no largest one.' }
    const { counts, binning } = channels.of(channel)
    const used = valueAt(counts, binning, 0.999) - valueAt(counts, binning, 0.001)
    return { channel, value: (100 * used) / (range.most - range.least) }
  }
  return {
    state: { counts: channels.counts },
    add: channels.add,
    finish: () => check.overview.planes.map((_, channel) => ofChannel(channel)),
  }
}
