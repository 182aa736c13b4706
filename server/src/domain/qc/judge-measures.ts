import type { QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { ToldMeasure } from '@cresyl/contract/qc/qc-sentences'
import type { QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { judge, limitsOf, type QcMeasurement, valueWith } from '@cresyl/contract/qc/qc-verdict'
import type { qcMeasures } from '../../platform/db/schema/index.ts'

export type MeasureRow = typeof qcMeasures.$inferSelect
export type Judged = Pick<MeasureRow, 'value' | 'verdict' | 'limits'>

/** What was measured, judged by the limits that hold for the stain of its slide. */
export function judgeMeasurement(
  measured: QcMeasurement,
  { common, stains }: QcThresholds,
  stainerId: string | null,
): Judged {
  const ofStain = stainerId === null ? undefined : stains[stainerId]
  const limits = limitsOf(measured.key, common, ofStain)
  const value = valueWith(measured, limits)
  return { value, limits, verdict: judge(measured.key, value, limits) }
}

/** As a row keeps it: figures of which two tell how many tiles lie beyond a limit. */
export function summedUp(tileCounts: readonly number[]): number[] {
  let sum = 0
  return Array.from({ length: 256 }, (_, heat) => {
    sum += heat === 0 ? 0 : (tileCounts[heat] ?? 0)
    return sum
  })
}

/** How many tiles have each heat; those without any, which no verdict counts, are not kept. */
export function tileCountsOf(tilesUpTo: readonly number[]): number[] {
  return tilesUpTo.map((sum, heat) => (heat === 0 ? 0 : sum - (tilesUpTo[heat - 1] ?? 0)))
}

/** The row as it was measured. */
export function measurementOf({
  key,
  channel,
  value,
  tilesUpTo,
}: Pick<MeasureRow, 'channel' | 'value' | 'tilesUpTo'> & { key: QcMeasureKey }): QcMeasurement {
  return { key, channel, value, tileCounts: tilesUpTo && tileCountsOf(tilesUpTo) }
}

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
