import { measureOf, type QcLimits, type QcMeasureKey, shareBeyond } from './qc-measures.ts'

export const qcVerdicts = ['passed', 'warned', 'failed'] as const
export type QcVerdict = (typeof qcVerdicts)[number]

/** What was measured: never changes when limits do. */
export interface QcMeasurement {
  readonly key: QcMeasureKey
  /** Null for measures of the whole image. */
  readonly channel: number | null
  /** Null where it could not be measured. Of measures by tiles it is computed from `tileCounts`. */
  readonly value: number | null
  /** How many tiles have each heat from 0 to 255. */
  readonly tileCounts: readonly number[] | null
}

/** Limits that differ from the proposals. */
export type GivenQcLimits = Partial<Record<QcMeasureKey, Partial<QcLimits>>>

/** The proposals, changed by what the organisation says, changed by what it says for the stain. */
export function limitsOf(key: QcMeasureKey, common?: GivenQcLimits, ofStain?: GivenQcLimits): QcLimits {
  return { ...measureOf(key).limits, ...common?.[key], ...ofStain?.[key] }
}

/** The value that is judged: with the limits for tiles that hold now. */
export function valueWith({ key, value, tileCounts }: QcMeasurement, limits: QcLimits): number | null {
  const { tiles } = measureOf(key)
  if (!tiles || !tileCounts || limits.tileFail === undefined) return value
  return shareBeyond(tiles, tileCounts, limits.tileFail)
}

/** Null where there is nothing to judge. */
export function judge(key: QcMeasureKey, value: number | null, { warn, fail }: QcLimits): QcVerdict | null {
  if (value === null) return null
  const isBeyond = (limit: number | null) =>
    limit !== null && (measureOf(key).worse === 'high' ? value > limit : value < limit)
  if (isBeyond(fail)) return 'failed'
  return isBeyond(warn) ? 'warned' : 'passed'
}

/** The verdict of a slide: the worst of its measures. */
export function worstOf(verdicts: readonly (QcVerdict | null)[]): QcVerdict {
  if (verdicts.includes('failed')) return 'failed'
  return verdicts.includes('warned') ? 'warned' : 'passed'
}
