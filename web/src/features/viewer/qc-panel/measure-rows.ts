import type { JudgedMeasure, QcJobWithMeasures, QcOverlay, QcRegion } from '@cresyl/contract/qc/qc-jobs'
import { measureOf } from '@cresyl/contract/qc/qc-measures'
import { formatFigure } from '../../../ui/text/amounts.ts'
import { amount, words } from './words.ts'

/** A measure as the panel shows it. */
export interface MeasureRow {
  /** The same for the same measure of another check. */
  readonly id: string
  readonly measure: JudgedMeasure
  readonly name: string
  /** With its unit; null where it could not be measured. */
  readonly value: string | null
  readonly limits: string
  /** Its heat map or mask; null where it has none. */
  readonly overlay: QcOverlay | null
}

type OfChannel = Pick<JudgedMeasure, 'key' | 'channel'>

export const measureId = ({ key, channel }: OfChannel): string =>
  channel === null ? key : `${key} ${channel}`

const urgency = { failed: 0, warned: 1, passed: 2 } as const

/** What is wrong first; otherwise in the order in which people read them. */
export function measureRows({
  measures,
  overlays,
}: Pick<QcJobWithMeasures, 'measures' | 'overlays'>): MeasureRow[] {
  const rank = ({ verdict }: JudgedMeasure) => (verdict === null ? 3 : urgency[verdict])
  return measures
    .toSorted((one, other) => rank(one) - rank(other))
    .map((measure) => {
      const { key, value, limits } = measure
      const { digits, unit } = measureOf(key)
      const limit = (each: number | null) =>
        each === null ? null : formatFigure(each, Math.max(digits, decimalsOf(each)))
      return {
        id: measureId(measure),
        measure,
        name: nameOf(measure),
        value: value === null ? null : amount(figureOf(value, digits), unit),
        limits: words.limits(measureOf(key), limit(limits.warn), limit(limits.fail)),
        overlay: overlays.find((overlay) => measureId(overlay) === measureId(measure)) ?? null,
      }
    })
}

export const nameOf = ({ key, channel, channel_name: name }: JudgedMeasure): string =>
  words.measureName(key, channel === null ? null : (name ?? String(channel + 1)))

/** What a place was pointed out for. */
export function nameOfRegion({ key, channel }: QcRegion, measures: readonly JudgedMeasure[]): string {
  const measure = measures.find((each) => measureId(each) === measureId({ key, channel }))
  return measure ? nameOf(measure) : words.measureName(key, channel === null ? null : String(channel + 1))
}

/** Never 0 for what is there. */
function figureOf(value: number, digits: number): string {
  const least = 10 ** -digits
  const isNext = value > 0 && value < least / 2
  return isNext ? `< ${formatFigure(least, digits)}` : formatFigure(value, digits)
}

/** Digits after the point that a limit was given with. */
function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
