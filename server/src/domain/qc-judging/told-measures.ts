import type { ToldMeasure } from '@cresyl/contract/qc-sentences'
import type { MeasureRow } from './judge-measures.ts'

/** A channel without a name is known by its number. */
export function channelNameOf(names: readonly (string | null)[], channel: number | null): string | null {
  return channel === null ? null : (names[channel] ?? `Channel ${channel + 1}`)
}

type Told = Pick<MeasureRow, 'key' | 'channel' | 'value' | 'verdict' | 'place' | 'unmeasured'>

/** A measure as sentences tell it; `names` are those of the channels, in the order of the image. */
export function toldMeasure(measure: Told, names: readonly (string | null)[]): ToldMeasure {
  const { key, channel, value, verdict, place: where, unmeasured } = measure
  return { key, channelName: channelNameOf(names, channel), value, verdict, where, unmeasured }
}
