import type { PixelData } from '@cresyl/slides'
import type { FineTile, FluorescenceCheck } from '../measure.ts'
import { type Binning, binningOf, countValues } from './value-counts.ts'

/** A few of all pixels do: shares of a thousandth are still known to a hundredth part. Odd, so that no column is left out. */
const every = 5

/** How often each value occurs in each channel, on the tiles with tissue. */
export interface ChannelCounts {
  /** Of all channels, one after the other. */
  readonly counts: Uint32Array
  add(tile: FineTile): void
  of(channel: number): { readonly counts: Uint32Array; readonly binning: Binning }
}

export function createChannelCounts({ overview, plan }: FluorescenceCheck): ChannelCounts {
  const binnings = overview.planes.map((plane) => binningOf(plan.pixelType, plane))
  const starts = binnings.map((_, channel) =>
    binnings.slice(0, channel).reduce((sum, { bins }) => sum + bins, 0),
  )
  const counts = new Uint32Array(binnings.reduce((sum, { bins }) => sum + bins, 0))
  const of = (channel: number) => {
    const binning = binnings[channel] as Binning
    const start = starts[channel] as number
    return { counts: counts.subarray(start, start + binning.bins), binning }
  }
  return {
    counts,
    of,
    add({ stored }) {
      stored.forEach((plane: PixelData, channel) => {
        const { counts: own, binning } = of(channel)
        countValues(plane, own, binning, every)
      })
    },
  }
}
