import { measureOf, type QcLimits, type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import { formatFigure } from '../../../ui/text/amounts.ts'
import {
  type DraftScope,
  inheritedLimits,
  type LimitField,
  numberIn,
  type ThresholdsDraft,
  type TypedLimits,
  typedIn,
} from './thresholds-draft.ts'
import { words } from './words.ts'

export type LimitFaults = Partial<Record<LimitField, string>>

const own = words.faults

/** Where values end by what they are. */
const ends: readonly [unit: RegExp, end: number][] = [
  [/^%/, 100],
  [/^of 255$/, 255],
]

/** What is wrong with the limits of one measure, by field. */
export function limitFaults(draft: ThresholdsDraft, scope: DraftScope, key: QcMeasureKey): LimitFaults {
  const typed = typedIn(draft, scope)[key]
  if (!typed) return {}
  const faults: LimitFaults = {}
  for (const [field, text] of Object.entries(typed) as [LimitField, string][]) {
    const fault = numberFault(key, field, text)
    if (fault !== undefined) faults[field] = fault
  }
  return {
    ...orderFaults(key, { ...inheritedLimits(draft, scope, key), ...numbersOf(typed) }, typed),
    ...faults,
  }
}

function numberFault(key: QcMeasureKey, field: LimitField, text: string): string | undefined {
  const value = numberIn(text)
  if (value === undefined) return own.noNumber
  const { unit, tiles } = measureOf(key)
  const isOfTile = field.startsWith('tile')
  if (value === null) return isOfTile ? own.noTileNumber : undefined
  const least = isOfTile ? (tiles?.low ?? 0) : 0
  const most = isOfTile
    ? (tiles?.high ?? Infinity)
    : (ends.find(([pattern]) => pattern.test(unit))?.[1] ?? Infinity)
  if (value < least) return own.tooLow(formatFigure(least, 4))
  return value > most ? own.tooHigh(formatFigure(most, 4)) : undefined
}

/** A warning that comes after the failure would never be seen. */
function orderFaults(key: QcMeasureKey, limits: QcLimits, typed: TypedLimits): LimitFaults {
  const { worse, tiles } = measureOf(key)
  const pairs = [
    ['warn', 'fail', worse],
    ['tileWarn', 'tileFail', tiles?.worse ?? worse],
  ] as const
  const faults: LimitFaults = {}
  for (const [warn, fail, end] of pairs) {
    const [first, last] = [limits[warn] ?? null, limits[fail] ?? null]
    if (first === null || last === null) continue
    if (end === 'high' ? first <= last : first >= last) continue
    // Said beside what was typed.
    faults[typed[warn] === undefined ? fail : warn] = own.order[end]
  }
  return faults
}

function numbersOf(typed: TypedLimits): Partial<QcLimits> {
  const known = Object.entries(typed)
    .map(([field, text]) => [field, numberIn(text)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(known)
}

/** Whether anything is wrong anywhere. */
export function hasFaults(draft: ThresholdsDraft): boolean {
  const scopes: DraftScope[] = [null, ...Object.keys(draft.stains)]
  return scopes.some((scope) =>
    qcMeasureKeys.some((key) => Object.keys(limitFaults(draft, scope, key)).length > 0),
  )
}
