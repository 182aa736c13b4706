import { type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc-measures'
import {
  type DraftScope,
  type LimitField,
  limitFields,
  numberIn,
  type ThresholdsDraft,
  typedIn,
  withLimit,
} from './thresholds-draft.ts'

/** One limit of one measure, for all stains or for one. */
export interface LimitPlace {
  readonly scope: DraftScope
  readonly key: QcMeasureKey
  readonly field: LimitField
}

export interface Merge {
  readonly draft: ThresholdsDraft
  /** Both changed these, differently: the person must choose. */
  readonly conflicts: readonly LimitPlace[]
}

/** Puts what someone else saved together with what was typed since `base`; what was typed stays until chosen otherwise. */
export function mergeDrafts(base: ThresholdsDraft, mine: ThresholdsDraft, theirs: ThresholdsDraft): Merge {
  const typed = changedPlaces(base, mine)
  const start = { ...theirs, stains: { ...emptied(mine), ...theirs.stains } }
  return {
    draft: typed.reduce((draft, place) => withTextAt(draft, place, textAt(mine, place)), start),
    conflicts: typed.filter((place) => !isSameAt(place, base, theirs) && !isSameAt(place, mine, theirs)),
  }
}

/** Limits that differ between the two. */
export function changedPlaces(one: ThresholdsDraft, other: ThresholdsDraft): LimitPlace[] {
  const scopes: DraftScope[] = [null, ...new Set([...Object.keys(one.stains), ...Object.keys(other.stains)])]
  return scopes
    .flatMap((scope) => qcMeasureKeys.flatMap((key) => limitFields.map((field) => ({ scope, key, field }))))
    .filter((place) => !isSameAt(place, one, other))
}

export const textAt = (draft: ThresholdsDraft, { scope, key, field }: LimitPlace): string | null =>
  typedIn(draft, scope)[key]?.[field] ?? null

/** Null: as proposed, or as for all stains. */
export const withTextAt = (draft: ThresholdsDraft, place: LimitPlace, text: string | null): ThresholdsDraft =>
  withLimit(draft, place.scope, place.key, { [place.field]: text })

/** "5" and "5.0" are the same; what is no number is as it was typed. */
export function isSameAt(place: LimitPlace, one: ThresholdsDraft, other: ThresholdsDraft): boolean {
  const [first, second] = [textAt(one, place), textAt(other, place)]
  if (first === null || second === null) return first === second
  const [left, right] = [numberIn(first), numberIn(second)]
  return left === undefined || right === undefined ? first === second : left === right
}

/** Stains that have a place in the form, though nothing is typed for them yet. */
const emptied = ({ stains }: ThresholdsDraft): ThresholdsDraft['stains'] =>
  Object.fromEntries(Object.keys(stains).map((id) => [id, {}]))
