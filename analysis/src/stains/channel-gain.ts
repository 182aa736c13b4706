import type { Level } from './channel-values.ts'

/** How values of a channel become amounts of a stain: plain data, as it is kept with a run. */
export interface ChannelGain {
  /** Up to this value there is none. */
  readonly background: number
  /** Amount for each value above it. */
  readonly gain: number
}

/** Spreads of the darkest part by which whatever is to be seen must lie above it: noise is never shown as stain. */
const leastSpreads = 8

/**
 * So that values in the middle of `shown` have an amount, and `none` has none; less where few of the brightest would
 * have more than `most`, as one stain that drowns the other can't be read.
 */
export function gainFor(none: Level, shown: Level, amount: number, most: number): ChannelGain {
  const middle = Math.max(shown.median - none.median, leastSpreads * none.spread)
  const distance = Math.max(middle, ((shown.high - none.median) * amount) / most)
  return { background: none.median, gain: distance > 0 ? amount / distance : 0 }
}

/** Where nothing could be learned: the largest value that pixels can have is an amount of 1. */
export const plainGain = (largest: number): ChannelGain => ({ background: 0, gain: 1 / largest })

/** As a list, which is what runs keep. */
export const listOf = ({ background, gain }: ChannelGain): readonly [number, number] => [background, gain]

export function gainOf(list: number | readonly number[] | undefined, largest: number): ChannelGain {
  if (typeof list !== 'object') return plainGain(largest)
  const [background = 0, gain = 0] = list
  return { background, gain }
}
